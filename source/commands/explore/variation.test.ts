import test from 'ava';
import {readChoice, readVariation, settingsOf} from './variation.js';

test('values are a range of whole numbers, of lengths of time, or a list', (t) => {
	t.deepEqual(readChoice('0..2000'), {from: 0, to: 2000});
	t.deepEqual(readChoice('0..2s'), {from: 0, to: 2000});
	t.deepEqual(readChoice('500ms..1.5s'), {from: 500, to: 1500});
	t.deepEqual(readChoice('1,5,true,nginx:1.27'), {values: [1, 5, true, 'nginx:1.27']});
	t.deepEqual(readChoice('10'), {values: [10]});
	for (const wrong of ['5..1', '0..', '..3', 'a..b', '', '1,,2', '0..1.0005s']) {
		t.is(readChoice(wrong), undefined, wrong);
	}
});

test('what is varied is a latency, a pause, the number of nodes, or a field of an object', (t) => {
	t.deepEqual(readVariation('kube-proxy.sync=0..2s'), {
		name: 'kube-proxy.sync',
		subject: {latency: 'kube-proxy.sync'},
		choice: {from: 0, to: 2000},
	});
	t.deepEqual(readVariation('kubelet/node-a.watch=1,500').subject, {latency: 'kubelet/node-a.watch'});
	t.deepEqual(readVariation('pause=0..10').subject, {pause: true});
	t.deepEqual(readVariation('nodes=1..4').subject, {nodes: true});
	t.deepEqual(readVariation('deployment/web spec.template.spec.containers[0].image=nginx:1.27,nginx:1.26'), {
		name: 'deployment/web spec.template.spec.containers[0].image',
		subject: {object: 'deployment/web', field: ['spec', 'template', 'spec', 'containers', 0, 'image']},
		choice: {values: ['nginx:1.27', 'nginx:1.26']},
	});
});

const wrong: ReadonlyArray<readonly [words: string, message: RegExp]> = [
	['kube-proxy.snyc=1..2', /no setting is called "kube-proxy.snyc"\n {2}did you mean kube-proxy.sync\?/],
	['kube-proxy.sync', /this is not a setting with values\n {2}write NAME=FROM\.\.TO/],
	['kube-proxy.sync=9..1', /this is not a setting with values/],
	['pause=a,b', /pause takes whole numbers from 0 to 3600000/],
	['nodes=0..3', /nodes takes whole numbers from 1 to 100/],
	['deployment/web=3', /write a field as deployment\/web spec.replicas=1\.\.5/],
];

for (const [words, message] of wrong) {
	test(`--vary ${words} is a mistake that says what to write`, (t) => {
		t.regex(String(t.throws(() => readVariation(words))), message);
	});
}

test('seeds go through all values evenly, and through their combinations', (t) => {
	const settings = Array.from({length: 600}, (_, seed) =>
		settingsOf(seed + 1, [{from: 0, to: 5}, {values: ['a', 'b']}, {from: 1, to: 2000}]),
	);
	const counts = new Map<string, number>();
	for (const [number, letter] of settings) {
		counts.set(`${number}${letter}`, (counts.get(`${number}${letter}`) ?? 0) + 1);
	}

	t.is(counts.size, 12);
	t.true(Math.min(...counts.values()) >= 45, String([...counts.values()]));
	const delays = settings.map(([, , delay]) => Number(delay));
	t.true(Math.min(...delays) < 10);
	t.true(Math.max(...delays) > 1990);
	t.deepEqual(settingsOf(7, [{from: 0, to: 5}]), settingsOf(7, [{from: 0, to: 5}]));
});
