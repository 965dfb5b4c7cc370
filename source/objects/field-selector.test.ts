import test from 'ava';
import {parseFieldSelector} from './field-selector.js';

test('field selectors: what is not understood', (t) => {
	t.throws(() => parseFieldSelector('status.phase'), {
		message: "invalid selector: 'status.phase'; can't understand 'status.phase'",
	});
});

test('field selectors: values are escaped', (t) => {
	t.deepEqual(parseFieldSelector(String.raw`metadata.name=a\,b\=c\\`), [
		{field: 'metadata.name', operator: '=', value: 'a,b=c\\'},
	]);
});
