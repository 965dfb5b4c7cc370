import test from 'ava';
import {exportedRun, hostilePod, textOf} from '../testing/exported-run.js';
import {must} from '../testing/must.js';
import {exportMermaid} from './mermaid.js';
import {messagesOf} from './messages.js';

const pod = exportedRun(hostilePod);

const stepOf = (stage: string, object = ''): number =>
	must(
		[...pod.recording.stops].find(
			(stop) => stop.step >= pod.first && stop.stage === stage && (stop.object ?? '').includes(object),
		),
		stage,
	).step;

const created = {...pod, first: stepOf('apiserver.decode'), last: stepOf('scheduler.select')};

test('a request, what it writes and who hears of it are messages between the components', (t) => {
	t.deepEqual(
		[...messagesOf(created)].map(({kind, from, to, text}) =>
			`${kind}: ${from} → ${to}: ${text}`.replace(/\d{3}$/, 'N'),
		),
		[
			'call: kubectl → kube-apiserver: POST /api/v1/namespaces/default/pods',
			'call: kube-apiserver → etcd: put /registry/pods/default/web',
			'answer: etcd → kube-apiserver: revision N',
			'delivery: etcd → kube-apiserver: watch: revision N',
			'answer: kube-apiserver → kubectl: N',
			'delivery: kube-apiserver → kube-controller-manager: ADDED Pod default/web',
			'delivery: kube-apiserver → kube-scheduler: ADDED Pod default/web',
			'note: kube-scheduler → kube-scheduler: node-a is best for default/web with 397 points, tied with node-b, node-c',
		],
	);
});

test('Mermaid gets a participant for each component, in the order of a Pod’s path', (t) => {
	const lines = textOf(exportMermaid(created)).split('\n');
	t.is(lines[2], 'sequenceDiagram');
	t.deepEqual(
		lines.filter((line) => line.includes('participant')).map((line) => line.trim()),
		[
			'participant p0 as kubectl',
			'participant p1 as kube-apiserver',
			'participant p2 as etcd',
			'participant p3 as kube-controller-manager',
			'participant p4 as kube-scheduler',
		],
	);
	t.true(lines.includes('    p1->>p2: put /registry/pods/default/web'));
});

test('a refused request has a cross', (t) => {
	t.regex(textOf(exportMermaid(pod)), /\n {4}p1--xp0: ✗ 404 NotFound\n/);
});

test('texts of a manifest are no signs of Mermaid: they are written by their numbers', (t) => {
	const image = exportedRun(hostilePod.replace('nginx:1.27', '"a;b%%{init: {}}%%<b>#"'));
	const diagram = textOf(exportMermaid(image));
	t.regex(
		diagram,
		/Note over p\d+: ✗ a#59;b#37;#37;#123;init: #123;#125;#125;#37;#37;#60;b#62;#35; is not a valid image name\n/,
	);
	for (const line of diagram.split('\n').slice(3)) {
		t.regex(line, /^(?: {4}[\p{L}\p{N} ./:,()=?'*!_…✗+>)#;-]+)?$/u);
	}
});

test('a long diagram is cut at a number of messages, and says so', (t) => {
	const {omitted} = exportMermaid(pod);
	t.is(omitted, undefined);
	const long = exportMermaid({...pod, first: 0});
	t.regex(long.omitted ?? '', /^only the first 150 of [\d,]+ messages are here/);
	t.true(textOf(long).length < 50_000);
});
