-- What decisions cost is known in The Bucket King now, too: its results are reviewed once more.
UPDATE results SET reviewed = FALSE WHERE game = 'buckets';
