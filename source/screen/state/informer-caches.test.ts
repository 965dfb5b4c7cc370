import test from 'ava';
import {keyGlob} from '../../classroom/place.js';
import {raced} from '../../testing/raced.js';
import {informerCaches} from './informer-caches.js';

interface Stored {
	readonly metadata?: {readonly resourceVersion?: string};
}

test('caches are compared with etcd as at each step, whatever step was looked at before', (t) => {
	const {recording} = raced();
	const {ledger} = recording.kernel;
	const {length} = recording.stops;

	/** All caches at a step, read whole: their names, and the objects that differ. */
	const compared = (step: number): Record<string, string[]> => {
		const found: Record<string, string[]> = {};
		for (const key of ledger.keys('/components/', step)) {
			const [, owner, resource = '', name = ''] = /^\/components\/(.+)\/informers\/([^/]+)\/(.+)/.exec(key) ?? [];
			if (owner !== undefined) {
				const behind = (found[`${owner} ${resource}`] ??= []);
				const has = ledger.readAt<Stored>(key, step)?.metadata?.resourceVersion;
				const is = ledger.readAt<Stored>(`${keyGlob(resource, recording).split('*')[0]}${name}`, step)?.metadata
					?.resourceVersion;
				behind.push(...(has === is ? [] : [`${name} ${has} ${is}`]));
			}
		}

		return found;
	};

	const shown = (cursor: number): Record<string, string[]> =>
		Object.fromEntries(
			informerCaches({recording, cursor}).map(({owner, resource, behind}) => [
				`${owner} ${resource}`,
				behind.map(({name, has, is}) => `${name} ${has} ${is}`),
			]),
		);
	let differences = 0;
	// Near steps forwards and backwards, and jumps.
	for (const offset of [0, 1, 2, 40, 39, 3, 200, -900, -901, 4000, 3990, 20]) {
		const step = Math.floor(length / 2) + offset;
		const expected = compared(step);
		t.deepEqual(shown(step), expected, `#${step}`);
		differences += Object.values(expected).flat().length;
	}

	t.true(differences > 0);
});
