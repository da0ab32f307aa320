// Slash commands as data. This module finds commands by the typed text, reads option values, and parses
// whole lines such as "/ducks start circuits:2". It does not touch the page.

const SUB = 1;
const GROUP = 2;
const CHAT_INPUT = 1;
export const STRING = 3;
export const INTEGER = 4;
export const BOOLEAN = 5;
export const USER = 6;
export const CHANNEL = 7;
const MENTIONABLE = 9;
export const NUMBER = 10;

/** An error in a command line; `option` names the option with the error, if there is one. */
export class CommandError extends Error {
  constructor(message, option = null) {
    super(message);
    this.name = "CommandError";
    this.option = option;
  }
}

/** Every command that can be sent: [{name, group, sub, path, description, options}]. */
export function flatten(commands) {
  return commands.filter((c) => (c.type ?? CHAT_INPUT) === CHAT_INPUT).flatMap((c) => leaves(c));
}

function leaves(command) {
  const options = command.options ?? [];
  const leaf = (node, group, sub) => ({
    name: command.name,
    group,
    sub,
    path: [command.name, group, sub].filter(Boolean).join(" "),
    description: described(node),
    options: (node.options ?? []).filter((o) => o.type !== SUB && o.type !== GROUP),
  });
  const found = options.flatMap((o) => {
    if (o.type === SUB) return [leaf(o, null, o.name)];
    if (o.type === GROUP) return (o.options ?? []).map((inner) => leaf(inner, o.name, inner.name));
    return [];
  });
  return found.length ? found : [leaf(command, null, null)];
}

/** The commands that match the text after the slash, best match first. */
export function matching(flat, typed) {
  const wanted = typed.toLowerCase().trimStart();
  const rank = (c) => {
    if (c.path.startsWith(wanted)) return 0;
    if (c.path.split(" ").some((word) => word.startsWith(wanted.trim()))) return 1;
    return c.path.includes(wanted.trim()) ? 2 : 3;
  };
  return flat.map((c) => [rank(c), c]).filter(([r]) => r < 3).sort((a, b) => a[0] - b[0]).map(([, c]) => c);
}

/** The command that a line begins with, or null. */
export function commandAt(flat, text) {
  const line = text.replace(/^\//, "").replace(/\s+/g, " ").trimStart();
  const fits = flat.filter((c) => line === c.path || line.startsWith(`${c.path} `));
  return fits.sort((a, b) => b.path.length - a.path.length)[0] ?? null;
}

/** Read "/ducks start circuits:2" into {command, options}; throws CommandError. */
export function parseLine(flat, text, world) {
  const command = commandAt(flat, text);
  if (!command) {
    throw new CommandError(`There is no command ${text.split(/\s+/).slice(0, 2).join(" ")}. Type / to see all commands.`);
  }
  const words = text.replace(/\s+/g, " ").trim().slice(1 + command.path.length).trim();
  const pieces = words ? words.split(/(?:^|\s)(?=[\w-]+:)/).filter(Boolean) : [];
  const options = {};
  for (const piece of pieces) {
    const [, name, value] = /^([\w-]+):\s*(.*)$/.exec(piece) ?? [];
    const option = command.options.find((o) => o.name === name);
    if (!option) throw new CommandError(`/${command.path} has no option “${name ?? piece}”.`);
    options[name] = readValue(option, value, world);
  }
  checkRequired(command, options);
  return { command, options };
}

export function checkRequired(command, options) {
  const missing = command.options.find((o) => o.required && !(o.name in options));
  if (missing) throw new CommandError(`${missing.name} is required: ${described(missing)}`, missing.name);
}

/** The value of an option's text; throws CommandError. */
export function readValue(option, text, world) {
  const known = choicesOf(option, world);
  if (known) {
    const wanted = text.trim().toLowerCase().replace(/^[@#]/, "");
    const names = (c) => [c.label, c.value, c.also].map((name) => String(name).toLowerCase());
    const found = known.find((c) => names(c).includes(wanted));
    if (!found) throw new CommandError(`${option.name} must be one of the choices offered.`, option.name);
    return found.value;
  }
  if (option.type === INTEGER || option.type === NUMBER) return readNumber(option, text.trim());
  if (!text.trim()) throw new CommandError(`${option.name} is empty.`, option.name);
  return text;
}

function readNumber(option, text) {
  const whole = option.type === INTEGER;
  if (!(whole ? /^-?\d{1,15}$/ : /^-?\d{1,15}(\.\d+)?$/).test(text)) {
    throw new CommandError(`${option.name} must be a ${whole ? "whole number" : "number"}.`, option.name);
  }
  const value = Number(text);
  if (value < (option.min_value ?? -Infinity) || value > (option.max_value ?? Infinity)) {
    throw new CommandError(`${option.name} must be ${bounds(option)}.`, option.name);
  }
  return value;
}

function bounds({ min_value: low, max_value: high }) {
  if (low !== undefined && high !== undefined) return `from ${low} to ${high}`;
  return low !== undefined ? `at least ${low}` : `at most ${high}`;
}

/** The fixed choices of an option ([{value, label, also}]), or null if it takes any text. */
export function choicesOf(option, world) {
  if (option.choices?.length) return option.choices.map((c) => ({ value: c.value, label: c.name_localized ?? String(c.name) }));
  if (option.type === BOOLEAN) return [{ value: true, label: "True" }, { value: false, label: "False" }];
  if (option.type === USER || option.type === MENTIONABLE) {
    return world.everybody().map((p) => ({ value: p.id, label: p.display, also: p.username, person: p }));
  }
  if (option.type === CHANNEL) {
    return [...world.channels.values()].filter((c) => c.guild).map((c) => ({ value: c.id, label: c.name }));
  }
  return null;
}

/** The choices that match the text typed so far. */
export function suggestions(option, text, world) {
  const wanted = text.trim().toLowerCase().replace(/^[@#]/, "");
  const all = choicesOf(option, world) ?? [];
  const starts = all.filter((c) => c.label.toLowerCase().startsWith(wanted));
  const holds = all.filter((c) => !starts.includes(c) && c.label.toLowerCase().includes(wanted));
  return [...starts, ...holds].slice(0, 25);
}

/** The description of a command or an option, in the person's language. */
function described(node) {
  return node.description_localized ?? node.description;
}

/** A short description of the values that an option takes. */
export function hint(option) {
  const limits = option.min_value !== undefined || option.max_value !== undefined ? ` (${bounds(option)})` : "";
  return `${described(option)}${limits}`;
}
