import test from 'ava';
import {exportedRun, hostilePod, textOf} from '../testing/exported-run.js';
import {must} from '../testing/must.js';
import {clipped, omission, titleOf} from './stretch.js';
import {exportWords} from './words/words.js';
import {exportMarkdown, exportText} from './text.js';

const pod = exportedRun(hostilePod);

/** The text from a Pod's place in the queue on, without step numbers. */
const queued = {
	...pod,
	first: must(
		[...pod.recording.stops].findLast(({stage, object}) => stage === 'scheduler.permit' && object?.endsWith('/web')),
		'permit',
	).step,
};

test('text names who is at work, and tells each stop on a line with its time', (t) => {
	const lines = textOf(exportText({...queued, last: queued.first + 2}))
		.replaceAll(/#\d+/g, '#N')
		.split('\n');
	t.deepEqual(lines, [
		'kubectl apply -f web.yaml',
		'3 stops, #N to #N, +0.013 to +0.013 s',
		'',
		'kube-scheduler',
		'  #N     +0.013  scheduler.permit  No plug-in delays default/web: its binding begins.',
		'  #N     +0.013  scheduler.prebind  Nothing has to be prepared on node-a before default/web is bound.',
		'  #N     +0.013  scheduler.bind  DefaultBinder posts a Binding for default/web on node-a.',
		'',
	]);
});

test('what goes down into another component stands under its name, and says for whom', (t) => {
	const text = textOf(exportText(pod));
	t.regex(
		text,
		/\n\netcd {2}\(for kubectl\/1\)\n {2}#\d+ +\+0\.01\d {2}etcd\.txn {2}etcd stores the new key \/registry\/pods\/default\/web/,
	);
	t.regex(text, /\n\ncontainerd\/node-a {2}\(for kubelet\/node-a\/pod\/default\/web\)\n/);
});

test('one object can be followed: its stops, and those of work on it', (t) => {
	const followed = textOf(exportText({...pod, followed: '/registry/pods/*/web'}));
	t.regex(followed, /scheduler\.select/);
	t.regex(followed, /apiserver\.authenticate/, 'in a request about it');
	t.notRegex(followed, /event\.record/);
});

test('Markdown takes nothing from the run for its own signs', (t) => {
	const markdown = textOf(exportMarkdown(pod));
	t.notRegex(markdown, /<(?:script|img)|[\u0000-\u0009\u000B-\u001F]|(?<!\\)\[|https?:\/\//);
	t.regex(markdown, /^# kubectl apply -f web\.yaml\n/);
});

test('what there is no room for is left out, and said', (t) => {
	const {stretch, count, omitted} = clipped(pod, 10);
	t.is(count, 10);
	t.is(stretch.last, pod.first + 9);
	t.regex(omitted ?? '', /^only the first 10 of \d+ stops are here; for the rest, export a shorter stretch/);
	t.is(clipped(pod, 100_000).omitted, undefined);
	t.is(omission(3, 3, exportWords('en').firstStops), undefined);
});

test('a title says what the user did as it is typed, faults and traffic too', (t) => {
	const {recording} = exportedRun(hostilePod);
	recording.submit({fault: 'crash kube-scheduler'});
	recording.submit({traffic: {name: 'shopper', target: 'web:80', everyMs: 100}});
	recording.extend();
	t.is(
		titleOf({...pod, recording, last: recording.stops.length}),
		'kubectl apply -f web.yaml; :crash kube-scheduler; :traffic web:80 100ms',
	);
});
