import test from 'ava';
import {conversionOf} from './conversion-answer.js';

const before = {
	apiVersion: 'example.com/v2',
	kind: 'Box',
	metadata: {
		name: 'one',
		namespace: 'default',
		uid: 'u1',
		resourceVersion: '7',
		creationTimestamp: '2026-01-01T00:00:00Z',
		finalizers: ['example.com/keep'],
		labels: {a: 'old'},
	},
};

const answer = (metadata: object, more: object = {}) =>
	conversionOf(before, [{apiVersion: 'example.com/v1', kind: 'Box', metadata, ...more}], 'example.com/v1');

const same = {name: 'one', namespace: 'default', uid: 'u1'};
const what = 'conversion webhook for example.com/v2, Kind=Box returned invalid object';

test('a conversion may change labels and annotations, and nothing else of the metadata', (t) => {
	t.deepEqual(answer({...same, labels: {a: 'new'}, finalizers: [], resourceVersion: '9'}), {
		object: {
			apiVersion: 'example.com/v1',
			kind: 'Box',
			metadata: {...before.metadata, labels: {a: 'new'}},
		},
	});
});

for (const [metadata, more, error] of [
	[{...same, name: 'two'}, {}, `${what}: must have the same name: one != two`],
	[{...same, namespace: 'other'}, {}, `${what}: must have the same namespace: default != other`],
	[{...same, uid: 'u2'}, {}, `${what}: must have the same UID: u1 != u2`],
	[same, {kind: 'Bag'}, `${what} at index 0: invalid kind (expected Box, received Bag)`],
] as const) {
	test(`a conversion is refused: ${error}`, (t) => {
		t.deepEqual(answer(metadata, more), {error});
	});
}
