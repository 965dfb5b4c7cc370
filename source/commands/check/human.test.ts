import test from 'ava';
import {entryOf} from './catalogue/catalogue.js';
import {findingOf} from './findings.js';
import {fileLines} from './human.js';
import {commandWords} from '../words/words.js';

test('a file that cannot be read is described in the language, in columns behind its wide labels', (t) => {
	const finding = findingOf(entryOf('W001'), {
		object: '',
		reason: 'found a tab in the indentation',
		places: [{file: 'tab.yaml', line: 4, column: 1, endColumn: 2}],
		advice: ['YAML indents with spaces only: replace the tab.', 'one more'],
	});
	const lines = fileLines(
		{file: 'tab.yaml', objects: [], findings: [finding]},
		{words: commandWords('zh').check, language: 'zh', columns: 80, colours: false},
	);
	t.deepEqual(lines.slice(2), [
		'    信息 缩进处应为空格，实际是制表符',
		'    位置 tab.yaml:4:1',
		'    建议 YAML 只用空格缩进：请替换制表符。',
		'         one more',
	]);
});
