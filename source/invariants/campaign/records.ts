import {existsSync, readFileSync, writeFileSync} from 'node:fs';
import {gunzipSync, gzipSync} from 'node:zlib';
import {memoised} from '../../kernel/memoised.js';
import {storyOf} from './plan.js';

const folder = new URL('../../../snapshots/stories/', import.meta.url);

const fileOf = (story: string): URL => new URL(`${story.replaceAll(/\W+/g, '-')}.txt.gz`, folder);

const read = memoised((story: string): readonly string[] => {
	const file = fileOf(story);
	return existsSync(file) ? gunzipSync(readFileSync(file)).toString('utf8').split('\n') : [];
}, 200);

/** The recorded writes of components in the first world of a story, without faults. `undefined` for a seed of another world. */
export const recordOf = (seed: number): readonly string[] | undefined => {
	const story = storyOf(seed);
	const lines = story === undefined ? [] : read(story);
	return lines.length > 0 ? lines : undefined;
};

/** Saves the writes of components in the first world of a story. */
export const keepRecord = (story: string, lines: readonly string[]): void => {
	writeFileSync(fileOf(story), gzipSync(lines.join('\n'), {level: 9}));
};
