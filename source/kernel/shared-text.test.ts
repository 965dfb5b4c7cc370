import test from 'ava';
import {sharedText} from './shared-text.js';

test('a shared text is the text, however many others there are', (t) => {
	for (let index = 0; index < 25_000; index++) {
		const text = `The user ${index % 12_000} may do this.`;
		t.is(sharedText(text), text);
	}
});
