"""The random numbers of tables, computed a second time from their description alone."""

import hashlib
from collections import Counter
from itertools import product

import pytest

from engine.fairness import Contribution, HmacSource, commitment, link, table_key

SECRET = bytes(range(32))


def seats(*snowflakes):
    return [Contribution("seat", snowflake) for snowflake in snowflakes]


KEY = table_key(SECRET, seats(111, 222))


def sha256_hmac(key: bytes, message: bytes) -> bytes:
    """Compute HMAC by its definition (RFC 2104), without the library that the engine uses."""
    block = (key if len(key) <= 64 else hashlib.sha256(key).digest()).ljust(64, b"\0")
    inner = hashlib.sha256(bytes(b ^ 0x36 for b in block) + message).digest()
    return hashlib.sha256(bytes(b ^ 0x5C for b in block) + inner).digest()


def stream(key: bytes, seq: int, size: int) -> bytes:
    blocks = (sha256_hmac(key, b"%d:%d" % (seq, block)) for block in range(size // 32 + 1))
    return b"".join(blocks)[:size]


class Given(HmacSource):
    """The real source, but with bytes from the test instead of the stream."""

    def __init__(self, given: bytes) -> None:
        super().__init__(b"", 0)
        self.given = given

    def _take(self, size: int) -> bytes:
        taken, self.given = self.given[:size], self.given[size:]
        if len(taken) < size:
            raise EOFError
        return taken


def test_the_commitment_is_the_sha256_of_the_secret():
    # The digest of the bytes 0 to 31, as `sha256sum` prints it.
    assert commitment(SECRET) == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"


def test_the_key_is_the_hmac_of_the_contributions_in_order():
    made = [Contribution("seat", 111), Contribution("seat", 5), Contribution("start", 7)]
    text = "seat 111\nseat 5\nstart 7"
    assert table_key(SECRET, made) == sha256_hmac(SECRET, text.encode())


def test_other_snowflakes_and_another_order_give_other_keys():
    flakes = ([111, 222], [222, 111], [111], [111222], [])
    assert len({table_key(SECRET, seats(*each)) for each in flakes}) == 5


def test_the_hash_of_each_line_goes_into_the_next():
    first = hashlib.sha256(b"\none").hexdigest()
    assert link(["one"]) == first
    second = hashlib.sha256(f"{first}\ntwo".encode()).hexdigest()
    assert link(["one", "two"]) == link(["two"], first) == second


def test_the_first_numbers_follow_from_the_stream():
    # With the bound 256 every byte is taken as it is.
    source = HmacSource(KEY, 5)
    assert bytes(source.below(256) for _ in range(100)) == stream(KEY, 5, 100)


def test_dice_are_the_low_three_bits_of_bytes_if_these_bits_are_below_six():
    source = HmacSource(KEY, 0)
    expected = [byte & 7 for byte in stream(KEY, 0, 200) if byte & 7 < 6]
    assert [source.below(6) for _ in range(100)] == expected[:100]


def test_numbers_beyond_32_bits_take_more_bytes_most_significant_first():
    n = 10**12  # 40 bits
    raw = stream(KEY, 9, 1000)
    numbers = [int.from_bytes(raw[i : i + 5], "big") for i in range(0, 1000, 5)]
    source = HmacSource(KEY, 9)
    expected = [number for number in numbers if number < n]
    assert [source.below(n) for _ in range(50)] == expected[:50]


def test_numbers_stay_the_same_for_ever():
    # A change would make old transcripts fail their check. The tests above derive these numbers.
    source = HmacSource(KEY, 3)
    assert [source.below(6) for _ in range(12)] == [2, 5, 4, 0, 3, 3, 1, 5, 1, 4, 1, 2]


def test_every_seq_has_its_own_numbers():
    assert len({HmacSource(KEY, seq).below(2**64) for seq in range(20)}) == 20


def test_the_same_seq_gives_the_same_numbers_again():
    one, two = HmacSource(KEY, 7), HmacSource(KEY, 7)
    assert [one.below(1000) for _ in range(50)] == [two.below(1000) for _ in range(50)]


@pytest.mark.parametrize("n", range(1, 257))
def test_no_number_has_an_advantage_within_a_byte(n):
    # Each result comes from equally many of a byte's 256 values. The other values are redrawn.
    drawn = Counter()
    for byte in range(256):
        source = Given(bytes([byte]))
        try:
            drawn[source.below(n)] += 1
        except EOFError:
            drawn["again"] += 1
    again = drawn.pop("again", 0)
    assert set(drawn) == set(range(n))
    assert len(set(drawn.values())) == 1
    assert again < 128 or n == 1


def test_no_number_has_an_advantage_across_bytes():
    # 300 needs nine bits of two bytes: of all 65,536 pairs each result comes 128 times.
    drawn = Counter()
    for pair in product(range(256), repeat=2):
        try:
            drawn[Given(bytes(pair)).below(300)] += 1
        except EOFError:
            continue
    assert drawn == dict.fromkeys(range(300), 128)


def test_a_number_below_one_is_zero_and_uses_no_bytes():
    source = HmacSource(KEY, 5)
    assert source.below(1) == 0
    assert source.below(256) == stream(KEY, 5, 1)[0]


@pytest.mark.parametrize("n", [0, -1])
def test_a_bound_of_zero_or_less_is_refused(n):
    with pytest.raises(ValueError, match=str(n)):
        HmacSource(KEY, 0).below(n)


def test_the_repr_of_a_source_hides_its_key():
    source = HmacSource(KEY, 0)
    source.below(6)
    assert KEY.hex() not in repr(source)
    assert repr(KEY) not in repr(source)
