import test from 'ava';
import {partsByTerm, unusedTerms} from './terms.js';

/** A row, and its marked parts. */
const rows: ReadonlyArray<readonly [row: string, marked: readonly string[], before?: string, after?: string]> = [
	['A watch is an open connection.', ['watch']],
	['It hears of it over the watch.', ['watch']],
	['Its watch the apiserver has closed.', ['watch']],
	['Press s to watch.', []],
	['You watch, and nothing happens.', []],
	['Then you can watch, and then watch again.', []],
	['Watch it find your credentials.', []],
	['Every kubelet watches. Watch the Pod.', ['kubelet', 'Pod']],
	['This is what it writes to etcd.', ['etcd']],
	['watch, and see', [], 'Press s to'],
	['All of them watch', [], '', 'the Pods.'],
	['Delete it and watch Pods wait.', ['Pods']],
	['The request is a POST.', ['request']],
	['A Pod must request CPU.', ['Pod']],
	['Pods ask, kubelets answer; its requests are two watches.', ['Pods', 'kubelets', 'requests', 'watches']],
	['It requests CPU and watches it.', []],
];

for (const [row, marked, before, after] of rows) {
	test(`a term is marked as the noun it is: ${[before, row, after].filter(Boolean).join(' / ')}`, (t) => {
		const segments = partsByTerm(row, ['watch', 'etcd', 'kubelet', 'request', 'Pod'], before, after);
		t.deepEqual(
			segments.filter(({isTerm}) => isTerm).map(({text}) => text),
			marked,
		);
		t.is(segments.map(({text}) => text).join(''), row);
	});
}

test('terms of scripts without spaces are marked inside of a sentence, the longest first', (t) => {
	const marked = (row: string, terms: readonly string[]) =>
		partsByTerm(row, terms)
			.filter(({isTerm}) => isTerm)
			.map(({text}) => text);
	t.deepEqual(marked('这条记录写进etcd，Pod 的记录集还没有。', ['记录', '记录集', 'etcd']), ['记录', 'etcd', '记录集']);
	t.deepEqual(marked('Узлы и узел', ['узел']), ['узел']);
});

test('a lesson without terms marks nothing', (t) => {
	t.deepEqual(partsByTerm('A watch.', []), [{text: 'A watch.', isTerm: false}]);
});

test('a Russian term is marked in every case', (t) => {
	const marked = (row: string) =>
		partsByTerm(row, ['запись', 'рабочая очередь', 'Pod', 'сирота'])
			.filter(({isTerm}) => isTerm)
			.map(({text}) => text);
	t.deepEqual(marked('Без записи нет и Pod, с записью есть.'), ['записи', 'Pod', 'записью']);
	t.deepEqual(marked('Он записал это и запишет ещё.'), []);
	t.deepEqual(marked('В рабочей очереди два сироты.'), ['рабочей очереди', 'сироты']);
});

test('a term that no text says as the noun is unused', (t) => {
	t.deepEqual(unusedTerms(['Watch the policies of all', 'two Pods.'], ['watch', 'policy', 'Pod', 'score']), [
		'watch',
		'score',
	]);
});
