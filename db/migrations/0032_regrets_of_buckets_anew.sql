-- What decisions cost in The Bucket King is told more exactly now: its results are reviewed once more.
DELETE FROM regrets WHERE game = 'buckets';

UPDATE results SET reviewed = FALSE WHERE game = 'buckets';
