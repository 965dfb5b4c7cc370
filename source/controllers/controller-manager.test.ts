import test from 'ava';
import {tableOf} from '../stages/language.js';
import {controllers} from './controller-manager.js';

test('every controller that has stages of its own runs, once', (t) => {
	const named = Object.keys(tableOf().sentences).flatMap((stage) => /^controller\.([^.*]+)\./.exec(stage)?.[1] ?? []);
	t.deepEqual(controllers.map(({name}): string => name).toSorted(), [...new Set(named)].toSorted());
});
