import test from 'ava';
import {untranslated} from './catalogue.js';

const original = {views: {heap: {tab: 'heap', title: 'The heap of it'}}, quit: 'ends the program'};

test('a text without a translation is found by its path', (t) => {
	t.deepEqual(untranslated(original, original), ['views.heap.tab', 'views.heap.title', 'quit']);
});

test('a group that may be equal is left out with all its texts', (t) => {
	t.deepEqual(untranslated(original, original, ['views.heap', 'qui']), ['quit']);
});
