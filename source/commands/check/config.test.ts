import test from 'ava';
import {readConfig} from './config.js';
import {entryOf} from './catalogue/catalogue.js';
import {findingOf} from './findings.js';
import {judgedReport} from './judged.js';
import {fingerprintOf} from './fingerprint.js';
import {allFindings, counting, type Report} from './report.js';

const place = {file: 'apps/web.yaml', line: 3, column: 1, endColumn: 5};
const pull = findingOf(entryOf('W052'), {object: 'deployment/shop/web', reason: 'ErrImagePull', places: [place]});
const nothing = findingOf(entryOf('W012'), {object: 'service/shop/web', reason: 'selects no Pod', places: [place]});
const reportOf = (ignore?: string): Report => ({
	files: [
		{
			file: 'apps/web.yaml',
			findings: [nothing],
			objects: [
				{
					name: 'deployment/shop/web',
					kind: 'Deployment',
					file: 'apps/web.yaml',
					line: 3,
					column: 1,
					isDone: false,
					isStored: true,
					words: '',
					findings: [pull],
					...(ignore === undefined ? {} : {ignore}),
				},
			],
		},
	],
	skipped: [],
	isInterrupted: false,
	seconds: 0,
});
const ids = (report: Report): readonly string[] => counting(allFindings(report)).map(({id}) => id);

test('what is wrong with the settings has its line and column', (t) => {
	const text = 'severities:\n  W999: error\nignore:\n  - {id: W012}\n  - {id: W052, reason: " "}\ncolour: red\n';
	t.deepEqual(
		t
			.throws(() => readConfig(text, '.k8s-walkthrough.yaml'))
			.message.split('\n')
			.filter((line) => /^\S/.test(line))
			.map((line) => line.replace(/ {2}.*/, '')),
		[
			'.k8s-walkthrough.yaml:2:3',
			'.k8s-walkthrough.yaml:4:5',
			'.k8s-walkthrough.yaml:5:24',
			'.k8s-walkthrough.yaml:6:1',
		],
	);
});

test('findings are ignored by number, object and path, and have another severity', (t) => {
	const config = (text: string) => ({config: readConfig(text, '.k8s-walkthrough.yaml')});
	t.deepEqual(ids(judgedReport(reportOf(), config('ignore: [{id: W052, reason: built here}]'))), ['W012']);
	t.deepEqual(ids(judgedReport(reportOf(), config('ignore: [{object: "service/*/web", reason: old}]'))), ['W052']);
	t.deepEqual(ids(judgedReport(reportOf(), config('ignore: [{path: "apps/*.yaml", reason: old}]'))), []);
	t.deepEqual(ids(judgedReport(reportOf(), config('ignore: [{path: "other/*.yaml", reason: old}]'))), ['W012', 'W052']);
	t.deepEqual(ids(judgedReport(reportOf(), config('severities: {image-pull: off}'))), ['W012']);
	t.deepEqual(
		allFindings(judgedReport(reportOf(), config('severities: {W012: warning}'))).map(({severity}) => severity),
		['warning', 'error'],
	);
});

test('an annotation ignores findings with a reason, and is a warning without', (t) => {
	t.deepEqual(ids(judgedReport(reportOf('W052: built by the pipeline'), {})), ['W012']);
	t.deepEqual(ids(judgedReport(reportOf('W052'), {})), ['W012', 'W052', 'W120']);
});

test('what is in the baseline does not count', (t) => {
	t.deepEqual(ids(judgedReport(reportOf(), {baseline: new Set([fingerprintOf(pull)])})), ['W012']);
});
