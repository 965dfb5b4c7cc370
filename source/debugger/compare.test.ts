import test from 'ava';
import {compare} from './compare.js';

const before = {
	a: 1,
	list: [
		{name: 'x', v: 1},
		{name: 'y', v: 1},
	],
	gone: true,
	plain: [1, 2],
};
const after = {
	a: 2,
	list: [
		{name: 'y', v: 2},
		{name: 'x', v: 1},
		{name: 'z', v: 1},
	],
	plain: [1],
	fresh: null,
};

test('a difference is reported by its path; items of lists are matched by name', (t) => {
	t.deepEqual(
		compare(before, after).map(({path, kind}) => `${kind} ${path.join('.')}`),
		['changed a', 'changed list.0.v', 'added list.2', 'removed gone', 'removed plain.1', 'added fresh'],
	);
	t.deepEqual(compare(before, structuredClone(before)), []);
});
