import test from 'ava';
import {ignoresStage} from './stage-words.js';

const table: ReadonlyArray<readonly [text: string, stage: string, ignores: boolean]> = [
	['This one adds a service account and its token.', 'apiserver.admit.mutate.ServiceAccount', false],
	['This one adds a service account and its token.', 'apiserver.admit.mutate.LimitRanger', true],
	['The image is there, and nginx is being started.', 'cri.StartContainer', false],
	['The image is there, and nginx is being started.', 'cri.CreateContainer', true],
	['The startup probe is asked first.', 'kubelet.probe.startup', false],
	['The startup probe is asked first.', 'kubelet.probe.readiness', true],
	['kube-proxy has written its rules.', 'dns.update', true],
	['CoreDNS keeps the name.', 'dns.update', false],
	['Now it is real.', 'etcd.txn', false],
];

for (const [text, stage, ignores] of table) {
	test(`"${text}" ${ignores ? 'says nothing' : 'may speak'} of ${stage}`, (t) => {
		t.is(ignoresStage(text, stage), ignores);
	});
}
