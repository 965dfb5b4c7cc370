import {isRecord} from '../../kernel/record.js';
import test from 'ava';
import {Normaliser} from './normaliser.js';

const uid = (digit: string): string =>
	`${digit.repeat(8)}-${digit.repeat(4)}-${digit.repeat(4)}-${digit.repeat(4)}-${digit.repeat(12)}`;

test('what differs from run to run becomes a mark, the rest stays', (t) => {
	const table: ReadonlyArray<readonly [text: string, expected: string]> = [
		[`Pod ${uid('a')} of ${uid('b')}, again ${uid('a')}`, 'Pod <uid:1> of <uid:2>, again <uid:1>'],
		['2026-01-01T00:00:00Z and 2026-01-01T00:00:00.123456+02:00', '<time> and <time>'],
		['kube-api-access-x7k2p', 'kube-api-access-<rand>'],
		[`nginx@sha256:${'0'.repeat(64)}`, 'nginx@<digest:1>'],
		[`containerd://${'f'.repeat(64)}`, 'containerd://<id:1>'],
		['/pods/x/containers/main/0123abcd', '/pods/x/containers/main/<rand>'],
		[
			'Successfully pulled image "web:1" in 412ms (1.5s including waiting). Image size: 5 bytes.',
			'Successfully pulled image "web:1" in <duration> (<duration> including waiting). Image size: 5 bytes.',
		],
		['10.244.1.7:80 10.96.0.10 10.244.1.7', '<ip:1>:80 <ip:2> <ip:1>'],
		['127.0.0.1 198.18.0.1 127.1.2.3', '127.0.0.1 198.18.0.1 <ip:1>'],
		['web-7b9f4c8d5b web-7b9f4c8d5b-x2k4z', 'web-<hash:1> web-<hash:1>-x2k4z'],
		['my-cluster web-bcdfghjk', 'my-cluster web-bcdfghjk'],
		['{"resourceVersion":"123"}', '{"resourceVersion":"<resourceVersion>"}'],
		[String.raw`{\"resourceVersion\":\"123\"}`, String.raw`{\"resourceVersion\":\"<resourceVersion>\"}`],
	];
	for (const [text, expected] of table) {
		t.is(new Normaliser().text(text), expected, text);
	}
});

test('addresses stay where the scenario has chosen them', (t) => {
	t.is(new Normaliser({keepAddresses: true}).text('10.96.1.1'), '10.96.1.1');
});

test('five letters at the end of a name are a mark only when an object was seen whose name was generated so', (t) => {
	const normaliser = new Normaliser();
	t.is(normaliser.text('web-x2k4z'), 'web-x2k4z');
	normaliser.learn({items: [{metadata: {generateName: 'web-', name: 'web-x2k4z'}}]});
	t.is(normaliser.text('web-x2k4z web-bbbbb'), 'web-<rand:1> web-bbbbb');
});

test('JSON loses its managed fields and its versions, and marks are numbered in the order of sorted keys', (t) => {
	const object = {
		metadata: {
			uid: uid('b'),
			resourceVersion: '7',
			managedFields: [{}],
			continue: 'abc',
			ownerReferences: [{uid: uid('a')}],
		},
		apiVersion: 'v1',
		count: 3,
		list: {metadata: {resourceVersion: '0'}},
	};
	const result = new Normaliser().json(object);
	t.deepEqual(result, {
		apiVersion: 'v1',
		count: 3,
		list: {metadata: {resourceVersion: '0'}},
		metadata: {
			continue: '<continue>',
			ownerReferences: [{uid: '<uid:1>'}],
			resourceVersion: '<resourceVersion>',
			uid: '<uid:2>',
		},
	});
	t.deepEqual(isRecord(result) && Object.keys(result), ['apiVersion', 'count', 'list', 'metadata']);
});

test('of what a command prints, ages and the width of columns do not count', (t) => {
	const table: ReadonlyArray<readonly [text: string, expected: string]> = [
		['NAME   AGE\nweb    3d4h \n', 'NAME AGE\nweb 3d4h\n'],
		['web    2m15s  1.5s', 'web <age> <age>'],
		['resourceVersion: "77"', 'resourceVersion: "<resourceVersion>"'],
		['--- /tmp/LIVE-123/x\t2026\n+++ /tmp/MERGED-9/x\tnow', '--- /tmp/LIVE/x\n+++ /tmp/MERGED/x'],
		['https://here:1 refused', '<server> refused'],
		['Start Time:  Thu, 01 Jan 2026 00:00:00 +0000', 'Start Time: <time>'],
	];
	for (const [text, expected] of table) {
		t.is(new Normaliser().output(text, 'https://here:1'), expected, text);
	}
});
