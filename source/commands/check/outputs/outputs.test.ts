import test from 'ava';
import {entryOf} from '../catalogue/catalogue.js';
import {findingOf} from '../findings.js';
import type {Report} from '../report.js';
import {schemaMistakes} from '../../../testing/json-schema.js';
import {checkSchema} from './json-schema.js';
import {renders} from './outputs.js';

const options = {failOn: 'error', version: '1.2.3', kubernetes: '1.36'} as const;

const finding = findingOf(entryOf('W012'), {
	object: 'service/default/web',
	reason: 'selects no Pod: app=<wbe> 100%, "x"\n\u0007',
	places: [{file: 'a b/web.yaml', line: 6, column: 3, endColumn: 23, field: 'spec.selector'}],
	advice: ['The Pods of the namespace have app=web.'],
	fixes: [
		{
			proof: 'works',
			commands: [],
			edits: [{file: 'a b/web.yaml', line: 6, before: ['  selector: {app: wbe}'], after: ['  selector: {app: web}']}],
		},
	],
});

const report: Report = {
	files: [
		{
			file: 'a b/web.yaml',
			objects: [
				{
					name: 'service/default/web',
					kind: 'Service',
					file: 'a b/web.yaml',
					line: 1,
					column: 1,
					isDone: false,
					isStored: true,
					words: 'stored',
					findings: [finding],
				},
				{
					name: 'pod/default/web',
					kind: 'Pod',
					file: 'a b/web.yaml',
					line: 9,
					column: 1,
					isDone: true,
					isStored: true,
					words: 'Ready',
					findings: [{...finding, ignored: 'known since spring'}],
				},
			],
			findings: [
				findingOf(entryOf('W100'), {
					object: '',
					reason: 'app:1',
					places: [{file: 'a b/web.yaml', line: 1, column: 1, endColumn: 2}],
				}),
			],
		},
	],
	skipped: [{file: 'chart', why: 'chart', remedy: 'check --helm chart'}],
	isInterrupted: false,
	seconds: 1.25,
};

test('JSON keeps to its schema, and counts what is not ignored', (t) => {
	const written: unknown = JSON.parse(renders.json(report, options));
	t.deepEqual(schemaMistakes(written, checkSchema), []);
	t.like(written, {schemaVersion: 1, verdict: 'failed', summary: {errors: 1, assumed: 1, ignored: 1, skipped: 1}});
	t.deepEqual(schemaMistakes({...Object(written), verdict: 'maybe', files: [{}]}, checkSchema), [
		'$.verdict',
		'$.files[0].file',
		'$.files[0].objects',
		'$.files[0].findings',
	]);
});

test('JSON lines are one line per file and one at the end', (t) => {
	const lines = renders
		.jsonl(report, options)
		.trimEnd()
		.split('\n')
		.map((line): unknown => JSON.parse(line));
	t.is(lines.length, 2);
	t.like(lines[0], {file: 'a b/web.yaml'});
	t.like(lines[1], {verdict: 'failed'});
});

test('SARIF has a rule for each finding, its place, its fix and its suppression', (t) => {
	const {version, runs} = JSON.parse(renders.sarif(report, options));
	const [{tool, results}] = runs;
	t.is(version, '2.1.0');
	t.deepEqual(
		tool.driver.rules.map(({id}: {id: string}) => id),
		['W012', 'W100'],
	);
	t.like(results[1], {ruleId: 'W012', ruleIndex: 0, level: 'error'});
	t.deepEqual(results[1].locations[0].physicalLocation, {
		artifactLocation: {uri: 'a%20b/web.yaml'},
		region: {startLine: 6, startColumn: 3, endLine: 6, endColumn: 23},
	});
	t.deepEqual(results[1].fixes[0].artifactChanges[0].replacements, [
		{
			deletedRegion: {startLine: 6, startColumn: 1, endLine: 7, endColumn: 1},
			insertedContent: {text: '  selector: {app: web}\n'},
		},
	]);
	t.deepEqual(results[2].suppressions, [{kind: 'external', justification: 'known since spring'}]);
});

test('JUnit escapes what XML does not take, and skips what is ignored', (t) => {
	const xml = renders.junit(report, options);
	t.regex(xml, /<testsuites [^>]*tests="3" failures="1"/);
	t.regex(
		xml,
		/<failure type="W012-service-selects-nothing" message="selects no Pod: app=&lt;wbe&gt; 100%, &quot;x&quot;&#10;\uFFFD">/,
	);
	t.regex(xml, /<skipped message="known since spring"\/>/);
	t.regex(xml, /<system-out>W100-assumed a b\/web\.yaml:1:1\napp:1<\/system-out>/);
});

test('a GitHub annotation has its file, line, columns and escaped words', (t) => {
	const [first = '', second = ''] = renders.github(report, options).split('\n');
	t.is(first, '::notice file=a b/web.yaml,line=1,endLine=1,col=1,endColumn=2,title=W100-assumed::app:1');
	t.true(
		second.startsWith(
			'::error file=a b/web.yaml,line=6,endLine=6,col=3,endColumn=23,title=W012-service-selects-nothing service/default/web::selects no Pod: app=<wbe> 100%25, "x"%0A',
		),
		second,
	);
});

test('code quality of GitLab has what it asks for, each with a fingerprint of its own', (t) => {
	const issues: ReadonlyArray<{fingerprint: string}> = JSON.parse(
		renders.gitlab({...report, files: [{file: 'web.yaml', objects: [], findings: [finding, finding]}]}, options),
	);
	t.is(new Set(issues.map(({fingerprint}) => fingerprint)).size, 2);
	t.like(issues[0], {
		check_name: 'W012-service-selects-nothing',
		severity: 'major',
		location: {path: 'a b/web.yaml', lines: {begin: 6, end: 6}},
	});
});

test('Markdown is a table that no reason breaks out of', (t) => {
	const text = renders.markdown(report, options);
	t.regex(text, /^### ✗ k8s-walkthrough check: 2 objects in 1 file, 1 finding, 1 assumption or note\n/);
	t.regex(
		text,
		/\| ✗ \| service\/default\/web \| \[W012-service-selects-nothing\]\(https:\/\/kubernetes\.io\/docs\/[^)]*\) \| selects no Pod: app=\\<wbe\\> 100%, "x" /,
	);
	t.regex(text, /```diff\n- {3}selector: \{app: wbe\}\n\+ {3}selector: \{app: web\}\n```/);
});
