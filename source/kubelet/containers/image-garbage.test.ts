import test from 'ava';
import {imagesToDelete} from './image-garbage.js';

const image = (name: string, size: number, usedMs: number, pulledMs = 0) => ({name, size, usedMs, pulledMs});

test('the longest unused images go until enough is free, none that is used or new', (t) => {
	const images = [image('recent', 5, 900), image('old', 3, 100), image('new', 9, 100, 950), image('used', 9, 50)];
	const chosen = (wanted: number) =>
		imagesToDelete(images, new Set(['used']), {wanted, nowMs: 1000, minAgeMs: 100}).map(({name}) => name);
	t.deepEqual(chosen(0), []);
	t.deepEqual(chosen(3), ['old']);
	t.deepEqual(chosen(4), ['old', 'recent']);
	t.deepEqual(chosen(Number.POSITIVE_INFINITY), ['old', 'recent']);
});
