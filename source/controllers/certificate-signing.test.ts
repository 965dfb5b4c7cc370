import test from 'ava';
import {signingProblem} from './certificate-signing.js';

const subject = (commonName: string, ...organizations: readonly string[]) => ({commonName, organizations});
const ofKubelet = 'kubernetes.io/kube-apiserver-client-kubelet';
const node = subject('system:node:a', 'system:nodes');
const client = ['client auth', 'digital signature'] as const;
const organization = 'subject organization is not system:nodes';

const table = [
	[ofKubelet, client, node, undefined],
	[ofKubelet, client, subject('system:node:a', 'system:masters'), organization],
	[ofKubelet, client, subject('system:node:a', 'system:nodes', 'system:masters'), organization],
	[ofKubelet, client, subject('system:node:a'), organization],
	[ofKubelet, client, subject('jane', 'system:nodes'), 'subject common name does not begin with system:node:'],
	[ofKubelet, ['server auth'], node, 'usages did not match'],
	[ofKubelet, ['digital signature'], node, 'usages did not match'],
	[ofKubelet, [...client, 'server auth'], node, 'usages did not match'],
	['kubernetes.io/kubelet-serving', ['server auth', 'key encipherment'], node, undefined],
	['kubernetes.io/kubelet-serving', client, node, 'usages did not match'],
	['kubernetes.io/kube-apiserver-client', client, subject('jane', 'developers'), undefined],
] as const;

for (const [index, [signerName, usages, own, problem]] of table.entries()) {
	test(`a signer of Kubernetes signs what its rules allow (${index}): ${problem ?? 'this'}`, (t) => {
		t.is(signingProblem({signerName, usages}, own), problem);
	});
}
