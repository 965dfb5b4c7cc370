import test from 'ava';
import {formatFieldSelector, parseFieldSelector} from './field-selector.js';

test('field selectors: what is not understood', (t) => {
	t.throws(() => parseFieldSelector('status.phase'), {
		message: "invalid selector: 'status.phase'; can't understand 'status.phase'",
	});
});

test('field selectors: values are escaped', (t) => {
	const requirements = [{field: 'metadata.name', operator: '=', value: 'a,b=c\\'}] as const;
	t.deepEqual(parseFieldSelector(formatFieldSelector(requirements)), [...requirements]);
});
