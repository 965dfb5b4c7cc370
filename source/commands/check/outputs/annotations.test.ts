import test from 'ava';
import {runCommand} from '../../../testing/command-line.js';
import {put, temporaryFolder} from '../../../testing/temporary-folder.js';

const folder = temporaryFolder();

const pod =
	'apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec:\n  containers:\n    - name: web\n      image: nginx:1.277\n';
const other = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: first}\ndata: {a: b}\n---\n';
const tabs = JSON.stringify(
	{apiVersion: 'v1', kind: 'Pod', metadata: {name: 'web'}, spec: {containers: [{name: 'web', image: 'nginx:1.277'}]}},
	undefined,
	'\t',
);
const anchored =
	'apiVersion: v1\nkind: List\nitems:\n  - apiVersion: v1\n    kind: ConfigMap\n    metadata: {name: images, annotations: {image: &image "nginx:1.277"}}\n  - apiVersion: v1\n    kind: Pod\n    metadata: {name: web}\n    spec:\n      containers:\n        - name: web\n          image: *image\n';

for (const [name, file, text, place] of [
	['plain', 'plain.yaml', pod, 'line=7,endLine=7,col=7,endColumn=25'],
	['with CRLF', 'crlf.yaml', pod.replaceAll('\n', '\r\n'), 'line=7,endLine=7,col=7,endColumn=25'],
	['behind a byte order mark', 'bom.yaml', `\uFEFF${pod}`, 'line=7,endLine=7,col=7,endColumn=25'],
	['in the second document', 'documents.yaml', other + pod, 'line=12,endLine=12,col=7,endColumn=25'],
	['behind tabs', 'tabs.json', tabs, 'line=11,endLine=11,col=5,endColumn=27'],
	['by an alias', 'anchors.yaml', anchored, 'line=13,endLine=13,col=11,endColumn=24'],
] as const) {
	test(`a GitHub annotation is on the line of its field: ${name}`, async (t) => {
		const {out} = await runCommand(['check', '--jobs', '1', '-o', 'github', put(folder, file, text)], '', 80);
		const [, found] = /^::error file=[^,]+,(line=\S+?),title=W052-image-pull/m.exec(out) ?? [];
		t.is(found, place, out);
	});
}

test('the fix of a SARIF report has the line ends of its file', async (t) => {
	const file = put(folder, 'fix.yaml', pod.replace('nginx:1.277', 'ngnix').replaceAll('\n', '\r\n'));
	const {out} = await runCommand(['check', '--jobs', '1', '-o', 'sarif', file]);
	t.regex(out, /"insertedContent": \{\s+"text": " {6}image: nginx\\r\\n"/);
});
