import {readFileSync} from 'node:fs';
import {gunzipSync} from 'node:zlib';
import {Ajv} from 'ajv';
import formats from 'ajv-formats';
import draft04 from 'ajv-draft-04';
import test from 'ava';
import {validateXML} from 'xmllint-wasm';
import {runCommand} from '../../../testing/command-line.js';
import {put, temporaryFolder} from '../../../testing/temporary-folder.js';
import {catalogue, entryOf} from '../catalogue/catalogue.js';
import {severities} from '../catalogue/entry.js';
import {findingOf} from '../findings.js';
import type {Report} from '../report.js';
import {renders} from './outputs.js';

const published = (name: string): Buffer =>
	readFileSync(new URL(`../../../../snapshots/schemas/${name}`, import.meta.url));

const sarifSchema = new draft04.default({strict: false, allErrors: true});
formats.default(sarifSchema);
const isSarif = sarifSchema.compile(JSON.parse(gunzipSync(published('sarif-2.1.0.json.gz')).toString()));
const isIssue = new Ajv({strict: false, allErrors: true}).compile(
	JSON.parse(published('gitlab-codeclimate.json').toString()),
);
const junitSchema = published('junit-10.xsd').toString();

const sarifMistakes = (text: string): readonly unknown[] => (isSarif(JSON.parse(text)) ? [] : (isSarif.errors ?? []));

/** The format has a list of entries; GitLab checks each. */
const gitlabMistakes = (text: string): readonly unknown[] => {
	const issues: unknown = JSON.parse(text);
	return Array.isArray(issues)
		? issues.flatMap((issue: unknown) => (isIssue(issue) ? [] : (isIssue.errors ?? [])))
		: ['not a list'];
};

const junitMistakes = async (text: string): Promise<readonly unknown[]> => {
	const {valid, errors} = await validateXML({
		xml: [{fileName: 'junit.xml', contents: text}],
		schema: [{fileName: 'junit-10.xsd', contents: junitSchema}],
	});
	return valid ? [] : errors;
};

const hostile = 'a <b> & "c" ]]> %0A \u0000\u0007\uFFFE \uD800 ::error::\t\r\n=== 中文 🎉';

/** All findings of the catalogue in all ways that they may be written. */
const report: Report = {
	files: [
		{
			file: 'a b/ü#?%.yaml',
			objects: [
				{
					name: hostile,
					kind: 'Service',
					file: 'a b/ü#?%.yaml',
					line: 1,
					column: 1,
					isDone: false,
					isStored: true,
					words: hostile,
					findings: catalogue.map((entry, index) =>
						findingOf(entry, {
							object: hostile,
							reason: hostile,
							severity: severities[index % severities.length] ?? 'error',
							places: [
								{file: 'a b/ü#?%.yaml', line: 6, column: 3, endColumn: 3, field: 'spec'},
								{file: '/tmp/other.yaml', line: 1, column: 1, endColumn: 9},
							].slice(0, index % 3),
							advice: [hostile],
							fixes: [
								{proof: 'works', commands: ['kubectl get pods'], edits: []},
								{
									proof: 'helps',
									commands: [],
									edits: [
										{file: 'a b/ü#?%.yaml', line: 6, before: ['  a: 1\r'], after: []},
										{file: '/tmp/other.yaml', line: 2, before: [], after: ['b: 2\r', '']},
									],
								},
							],
							...(index % 4 === 0 ? {ignored: hostile} : {}),
							...(index % 5 === 0 ? {isKnown: true} : {}),
						}),
					),
				},
			],
			findings: [findingOf(entryOf('W100'), {object: '', reason: '', places: []})],
		},
		{file: 'empty.yaml', objects: [], findings: []},
	],
	skipped: [],
	isInterrupted: true,
	reached: {checked: 1, files: 2, objects: 3},
	seconds: 4000.5,
};

const none: Report = {files: [], skipped: [], isInterrupted: false, seconds: 0};

for (const failOn of ['error', 'assumed'] as const) {
	test(`all that a report may have keeps to the published schemas, where ${failOn} fails it`, async (t) => {
		for (const one of [report, none]) {
			const options = {failOn, version: '1.2.3', kubernetes: '1.36'};
			t.deepEqual(sarifMistakes(renders.sarif(one, options)), []);
			t.deepEqual(gitlabMistakes(renders.gitlab(one, options)), []);
			// eslint-disable-next-line no-await-in-loop
			t.deepEqual(await junitMistakes(renders.junit(one, options)), []);
		}
	});
}

test('the schemas refuse what does not keep to them', async (t) => {
	t.not(sarifMistakes('{"version": "2.1.0", "runs": [{"results": [{"level": "bad"}]}]}').length, 0);
	t.not(gitlabMistakes('[{"description": 1}]').length, 0);
	t.not((await junitMistakes('<testsuites><testsuite name="x"/></testsuites>')).length, 0);
});

test('the report of a real check keeps to the published schemas', async (t) => {
	const file = put(
		temporaryFolder(),
		'web.yaml',
		'apiVersion: v1\r\nkind: Pod\r\nmetadata: {name: web, labels: {app: web}}\r\nspec:\r\n  containers: [{name: web, image: "nginx:1.277"}]\r\n---\r\napiVersion: v1\r\nkind: Service\r\nmetadata: {name: web}\r\nspec: {selector: {app: wbe}, ports: [{port: 80}]}\r\n',
	);
	const output = async (format: string): Promise<string> =>
		(await runCommand(['check', '--jobs', '1', '-o', format, file], '', 80)).out;
	t.deepEqual(sarifMistakes(await output('sarif')), []);
	t.deepEqual(gitlabMistakes(await output('gitlab')), []);
	t.deepEqual(await junitMistakes(await output('junit')), []);
});
