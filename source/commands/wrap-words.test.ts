import test from 'ava';
import {wrapWords} from './wrap-words.js';

test('a text is wrapped between words, longer words after what separates their parts, at any width', (t) => {
	t.deepEqual(wrapWords('one two three four five', 20), ['one two three four', 'five']);
	t.deepEqual(wrapWords('spec.containers[0].resources.requests', 20), ['spec.containers[0].', 'resources.requests']);
	t.deepEqual(wrapWords('x'.repeat(45), 20), ['x'.repeat(20), 'x'.repeat(20), 'x'.repeat(5)]);
	t.deepEqual(wrapWords('', 20), []);
	t.deepEqual(wrapWords('调度器不让 Pod 去 node-a，因为它满了。', 20), ['调度器不让 Pod 去', 'node-a，因为它满了。']);
	for (const columns of [0, 1, -70]) {
		t.deepEqual(wrapWords('one two three four five', columns), ['one two three four', 'five']);
	}
});
