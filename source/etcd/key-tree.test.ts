import test from 'ava';
import fc from 'fast-check';
import {KeyTree} from './key-tree.js';

const keys = ['/r/a/x', '/r/a/y', '/r/a-b/x', '/r/a/sub/z', '/r/b', '/s/x', '/r/a/w'];

test('keys come back in order, whatever came and went between two looks', (t) => {
	const deed = fc.record({key: fc.constantFrom(...keys), what: fc.constantFrom('set', 'delete', 'look')});
	fc.assert(
		fc.property(fc.array(deed, {maxLength: 40}), (deeds) => {
			const tree = new KeyTree<string>();
			const model = new Set<string>();
			for (const {key, what} of deeds) {
				if (what === 'set') {
					tree.set(key, key);
					model.add(key);
				} else if (what === 'delete') {
					tree.delete(key);
					model.delete(key);
				} else {
					t.deepEqual(tree.valuesUnder('/r/'), [...model].filter((one) => one.startsWith('/r/')).sort());
				}
			}

			t.is(tree.size, model.size);
			t.deepEqual([...tree.under('/r/a/')], [...model].filter((one) => one.startsWith('/r/a/')).sort());
		}),
	);
});
