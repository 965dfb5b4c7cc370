import {existsSync, readdirSync, readFileSync} from 'node:fs';
import path from 'node:path';
import {fileURLToPath} from 'node:url';
import test from 'ava';
import {packageFile} from '../kernel/node-platform.js';
import {checkPart, readDocument} from '../testing/documents.js';
import {readGoldens, readLines} from './conformance/golden.js';
import {listFile, readList} from './conformance/not-equal.js';

const topics = readdirSync(packageFile('source/manual/'))
	.filter((name) => name.endsWith('.md') && name !== 'README.md')
	.map((name) => name.slice(0, -'.md'.length));

const documents = [
	'README.md',
	'source/README.md',
	...readdirSync(packageFile('source/'))
		.map((room) => `source/${room}/README.md`)
		.filter((name) => name !== 'source/manual/README.md' && existsSync(packageFile(name))),
	...readdirSync(packageFile('source/manual/'))
		.filter((name) => name.endsWith('.md'))
		.map((name) => `source/manual/${name}`),
	...(existsSync(packageFile('.github/'))
		? readdirSync(packageFile('.github/'), {recursive: true, encoding: 'utf8'})
		: []
	)
		.filter((name) => name.endsWith('.md'))
		.map((name) => `.github/${name.replaceAll(path.sep, '/')}`),
];

const withoutCode = (text: string): string => text.replaceAll(/```[\s\S]*?\n```/g, '').replaceAll(/`[^`\n]*`/g, '');

/** The anchors of a document, as GitHub makes them of its headings. */
const anchorsOf = (text: string): readonly string[] =>
	[...text.replaceAll(/```[\s\S]*?\n```/g, '').matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
		title
			.toLowerCase()
			.replaceAll(/[^\p{L}\p{N} _-]/gu, '')
			.replaceAll(' ', '-'),
	);

/** The error of a link in a document, if any. */
const wrongWith = (document: string, target: string): string | undefined => {
	if (target.startsWith('https://')) {
		return undefined;
	}

	const [file = '', anchor] = target.split('#');
	const at = file === '' ? document : path.posix.join(path.posix.dirname(document), file);
	return existsSync(packageFile(at))
		? anchor === undefined || anchorsOf(readDocument(at)).includes(anchor)
			? undefined
			: `${target}: ${at} has no heading #${anchor}`
		: `${target}: there is no ${at}`;
};

for (const document of documents) {
	test(`every link of ${document} leads somewhere`, (t) => {
		const targets = [...withoutCode(readDocument(document)).matchAll(/\]\(([^)]+)\)/g)].map(
			([, target = '']) => target,
		);
		t.deepEqual(
			targets.flatMap((target) => wrongWith(document, target) ?? []),
			[],
		);
	});
}

test('the manual lists every page once', (t) => {
	const listed = [...readDocument('source/manual/README.md').matchAll(/^\| \[([\w-]+)\]\(\1\.md\)/gm)];
	t.deepEqual(listed.map(([, topic]) => topic).toSorted(), topics.toSorted());
});

test('the front page links every page of the manual, and has at most 200 lines', (t) => {
	const readme = readDocument('README.md');
	t.deepEqual(
		topics.filter((topic) => !readme.includes(`](source/manual/${topic}.md`)),
		[],
	);
	t.true(readme.trimEnd().split('\n').length <= 200);
});

test.serial('the front page says how much was compared with a real cluster', (t) => {
	const fileOf = (name: string): string => fileURLToPath(packageFile(`snapshots/cluster/${name}.jsonl.gz`));
	const counted = (count: number): string => count.toLocaleString('en');
	const goldens = readGoldens(fileOf('goldens'));
	const answers = goldens.reduce((sum, {entries}) => sum + entries.length, 0);
	const kubectlLines = readLines<{entries: readonly unknown[]}>(
		fileURLToPath(packageFile('snapshots/kubectl-lines.jsonl.gz')),
	).flatMap(({entries}) => entries.filter(Boolean));
	const customAnswers = readGoldens(fileOf('custom-resources')).reduce((sum, {entries}) => sum + entries.length, 0);
	// One line is the object that expressions use.
	const libraryAnswers = readLines(fileOf('libraries')).length - 1;
	const differing = readList(readFileSync(listFile, 'utf8'));
	const lines = [
		'Recorded from a real v1.36.3 control plane, kubelet, kube-proxy, CoreDNS and kubectl, and replayed here by `npm run conformance`:',
		'',
		`- **${counted(answers)} answers** in ${counted(goldens.length)} scenarios: API, authentication, admission, kubectl, controllers, scheduler, kubelet, network`,
		`- **${counted(readLines(fileOf('mutations')).length)} objects**: decoding, defaults and validation of 30 kinds, in the words of the apiserver`,
		`- **${counted(readLines(fileOf('placements')).length)} placements**: the node, or the message that says why no node fits`,
		`- **${counted(kubectlLines.length)} command lines**, good and bad, with the output of a real kubectl: v1.36.3, or v1.35.2 (corrected where v1.36 differs)`,
		`- **${counted(customAnswers)} answers** about custom resources, from a real apiextensions-apiserver v0.36.3 with etcd`,
		`- **${counted(libraryAnswers)} answers** of Kubernetes' own Go modules: CEL, label selectors, quantities, JSONPath, patches, Pod Security`,
		`- **${counted(differing.size)} answers** differ; \`snapshots/not-equal.txt\` gives the reason for each, and that list may only shrink`,
	];
	checkPart(t, 'README.md', 'measured', lines.join('\n'));
});
