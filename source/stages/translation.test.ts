import test from 'ava';
import {Texts} from './translation.js';

const english = {
	title: 'Pod',
	counts: {pods: (count: number) => `${count} Pods`, nodes: (count: number) => `${count} nodes`},
	sentences: {'etcd.txn': (facts: {readonly case: string}) => `etcd: ${facts.case}`},
};

const texts = new Texts<typeof english>('test', english, {
	zh: {
		title: 'Pod 组',
		counts: {pods: (count) => `${count} 个 Pod`},
		sentences: {'etcd.txn': (facts) => (facts.case === 'write' ? '写入' : undefined)},
	},
	ru: undefined,
});

test('what a translation has is shown in its language', (t) => {
	const {title, counts, sentences} = texts.in('zh');
	t.is(title, 'Pod 组');
	t.is(counts.pods(2), '2 个 Pod');
	t.is(sentences['etcd.txn']({case: 'write'}), '写入');
});

test('what a translation lacks is shown in English: an entry, or facts that its function does not describe', (t) => {
	const {counts, sentences} = texts.in('zh');
	t.is(counts.nodes(2), '2 nodes');
	t.is(sentences['etcd.txn']({case: 'delete'}), 'etcd: delete');
	t.is(texts.in('ru').title, 'Pod');
});

test('a report lists the texts that a translation lacks by their paths', (t) => {
	t.deepEqual(texts.lacking('zh'), ['counts.nodes']);
	t.deepEqual(texts.lacking('ru'), ['']);
});
