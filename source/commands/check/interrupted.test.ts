import test from 'ava';
import {completeScenario} from '../../scenario/scenario.js';
import {commandWords} from '../words/words.js';
import {check} from './check.js';
import {summaryLines} from './human.js';

test('Ctrl-C before any cluster has ended says how many files were checked and read, with the findings of reading them', async (t) => {
	const pod = (name: string): string =>
		`apiVersion: v1\nkind: Pod\nmetadata: {name: ${name}}\nspec: {containers: [{name: main, image: "nginx:1.27"}]}\n`;
	const files = Array.from({length: 10}, (_, index) => ({
		file: `p${index}.yaml`,
		text: pod(`p${index}`),
		isFound: false,
	}));
	const report = await check({
		files: [...files, {file: 'twice.yaml', text: `${pod('twice')}kind: Pod\n`, isFound: false}],
		scenario: completeScenario(),
		how: {},
		language: 'en',
		interruption: async () => AbortSignal.abort(),
	});
	t.true(report.isInterrupted);
	t.deepEqual(report.reached, {checked: 0, files: 11, objects: 11});
	t.deepEqual(
		report.files.map(({file, objects, findings}) => [file, objects.length, findings.map(({id}) => id)]),
		[['twice.yaml', 0, ['W002']]],
	);
	const look = {words: commandWords('en').check, language: 'en', columns: 80, colours: false} as const;
	t.is(summaryLines(report, look)[0], 'Ctrl-C: these are the findings so far; 0 of 11 files checked, 11 objects read');
});
