import path from 'node:path';
import test from 'ava';
import {claims, claimsById} from '../classroom/claims.js';
import {loadLesson} from '../classroom/course.js';
import {lessonNames} from '../classroom/heads.js';
import {splitWords} from '../kubectl/command-line/split-words.js';
import {areas, areaNames} from '../stages/areas.js';
import {catalogueKeys, documentationURL} from '../stages/catalogue.js';
import {stageOf} from '../stages/stage-entry.js';
import {runCommand} from '../testing/command-line.js';
import {checkPart, readPage} from '../testing/documents.js';
import {must} from '../testing/must.js';
import {put, temporaryFolder} from '../testing/temporary-folder.js';
import {packFiles} from './lessons.js';

const page = 'source/manual/pipeline.md';

/** A Markdown table; `prettier` aligns its columns, so that only the words of a row count. */
const table = (head: readonly string[], rows: ReadonlyArray<readonly string[]>): string =>
	[head, head.map(() => '---'), ...rows]
		.map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', String.raw`\|`)).join(' | ')} |`)
		.join('\n');

const essence = (text: string): string => text.replaceAll(/-{3,}/g, '---').replaceAll(/ +/g, ' ');

/** The heading of the claims with this first letter. */
const headings: Readonly<Record<string, string>> = {
	K: 'kubectl',
	A: 'kube-apiserver',
	E: 'etcd',
	C: 'Controllers',
	S: 'kube-scheduler',
	L: 'Kubelet',
	N: 'Endpoints and their consumers',
	D: 'Deletion',
	W: 'The whole',
};

const lessons = packFiles('lessons').map((file, at) => ({number: at + 1, claims: loadLesson(file).claims ?? []}));

const claimTables = (): string =>
	Object.entries(headings)
		.map(([letter, heading]) => {
			const rows = claims
				.filter((id) => id.startsWith(letter))
				.map((id) => {
					const {says, see} = must(claimsById[id], id);
					const taught = lessons.filter((lesson) => lesson.claims.includes(id)).map(({number}) => String(number));
					return [says, `\`${see}\``, taught.join(', ')];
				});
			return `### ${heading}\n\n${table(['What happens', 'Words', 'Lessons'], rows)}`;
		})
		.join('\n\n');

const areaHeadings: Readonly<Record<string, string>> = {
	kubectl: 'kubectl',
	apiserver: 'kube-apiserver',
	etcd: 'etcd',
	controllers: 'controllers',
	scheduler: 'kube-scheduler',
	kubelet: 'kubelet',
	net: 'network',
};

const areaOf = (key: string): string =>
	areaNames.find((area) => (areas[area] as readonly string[]).includes(key.split('.')[0] ?? '')) ?? '';

const stageTable = (): string =>
	table(
		['Stage', 'Component', 'What happens there', 'Documentation'],
		catalogueKeys.map((key) => {
			const entry = must(stageOf(key.replaceAll('*', 'any')), key);
			return [
				`\`${key}\``,
				areaHeadings[areaOf(key)] ?? 'several',
				entry.about,
				`[${entry.title}](${documentationURL(entry)})`,
			];
		}),
	);

test('the page of the pipeline lists each step with its command and lessons, and each stage', (t) => {
	t.is(lessons.length, lessonNames().length);
	checkPart(t, page, 'claims', claimTables(), essence);
	checkPart(t, page, 'stages', stageTable(), essence);
});

const folder = temporaryFolder();
const files = [...readPage('pipeline').matchAll(/^`(\w+\.yaml)`[^\n]*:\n\n```yaml\n([\s\S]*?)```/gm)];
for (const [, name = '', text = ''] of files) {
	put(folder, name, text);
}

for (const [letter, heading] of Object.entries(headings)) {
	test(`the commands of the page end at the stops that they name: ${heading}`, async (t) => {
		for (const id of claims.filter((one) => one.startsWith(letter))) {
			const words = splitWords(must(claimsById[id], id).see).map((word) =>
				files.some(([, name]) => name === word) ? path.join(folder, word) : word,
			);
			const until = words[words.indexOf('--until') + 1];
			const {code, out, err} = await runCommand(['trace', ...words]);
			t.is(code, 0, `${id}: ${err}${out.slice(-600)}`);
			t.true(!words.includes('--until') || out.includes(`\nreached ${until}\n`), id);
		}
	});
}
