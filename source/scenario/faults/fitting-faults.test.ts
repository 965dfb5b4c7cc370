import test from 'ava';
import {fittingFaults} from './fitting-faults.js';
import {parseFault} from './parse-fault.js';

const wordsOf = (subject: Parameters<typeof fittingFaults>[0]) => fittingFaults(subject).map(({words}) => words);

test('what fits a Pod, a node, a process and a client is ready to be given', (t) => {
	t.deepEqual(wordsOf({pods: ['default/web']}), ['kill default/web']);
	t.deepEqual(wordsOf({processes: ['kube-scheduler']}), [
		'crash kube-scheduler',
		'restart kube-scheduler',
		'pause kube-scheduler for=10s',
		'slow kube-scheduler by=5 for=10s',
		'partition kube-scheduler kube-apiserver for=10s',
	]);
	t.true(wordsOf({nodes: ['node-a']}).includes('power off node-a for=1m'));
	t.true(
		wordsOf({clients: ['kubelet/node-a']}).includes('reorder watches kubelet/node-a of=pods behind=nodes for=10s'),
	);
	t.deepEqual(wordsOf({}), []);
});

test('each of them can be read', (t) => {
	const all = wordsOf({pods: ['default/web'], processes: ['etcd'], nodes: ['node-a'], clients: ['kubelet/node-a']});
	t.true(all.length > 20);
	for (const words of all) {
		t.notThrows(() => parseFault(words), words);
	}
});
