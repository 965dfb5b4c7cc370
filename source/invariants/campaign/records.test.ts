import test from 'ava';
import {departures} from './chronicle.js';
import {planOf, storySeed} from './plan.js';
import {keepRecord, recordOf} from './records.js';
import {run} from './run.js';
import {drawnByCommit} from '../../testing/drawn-by-commit.js';
import {stories} from './stories/stories.js';

/** The writes of components in the first world of a story, without faults. */
const written = (seed: number): readonly string[] =>
	run({...planOf(seed), seed: 0, faults: []}, [], {readsStart: false, repeats: false, keeps: true}).chronicle;

const isNew = Boolean(process.env.UPDATE_SNAPSHOTS);

test('each story has a record', (t) => {
	t.deepEqual(
		stories.filter(({name}) => !isNew && recordOf(storySeed(name)) === undefined),
		[],
		'UPDATE_SNAPSHOTS=1 records what is missing',
	);
});

// A campaign compares all; these take a third of a minute.
for (const {name} of isNew ? stories : drawnByCommit(stories, 20)) {
	test(`the components write what they did: ${name}`, (t) => {
		const seed = storySeed(name);
		const lines = written(seed);
		if (isNew) {
			keepRecord(name, lines);
			t.pass();
		} else {
			t.deepEqual(
				departures(recordOf(seed) ?? [], lines),
				[],
				'UPDATE_SNAPSHOTS=1 records it anew, where the program is meant to do something else',
			);
		}
	});
}
