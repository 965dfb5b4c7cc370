import type {Stop} from '../kernel/stop.js';
import {objectTitle} from './state.js';

const table: ReadonlyArray<
	readonly [prefix: string, command: (object: string, name: string, namespace: string) => string]
> = [
	['kubectl', () => 'kubectl -v=8 … prints each request and answer'],
	['apiserver.authorize', () => 'kubectl auth can-i create pods --as=USER'],
	[
		'apiserver.admit',
		(object, name, namespace) => `kubectl get ${object} ${name} -n ${namespace} -o yaml, against your file`,
	],
	['apiserver', () => 'kubectl get --raw /metrics | grep apiserver_request_total; the audit log'],
	['etcd', (object, name, namespace) => `etcdctl get --prefix /registry/${object}/${namespace}/${name}`],
	[
		'controller',
		(object, name, namespace) =>
			`kubectl describe ${object} ${name} -n ${namespace}; kubectl logs -n kube-system -l component=kube-controller-manager`,
	],
	['informer', (object) => `kubectl get ${object} -w`],
	['scheduler', (_object, name, namespace) => `kubectl describe pod ${name} -n ${namespace}; kube-scheduler --v=10`],
	['cri', () => 'on the node: crictl pods; crictl ps -a; crictl inspect ID'],
	['cni', () => 'on the node: ls /etc/cni/net.d; ip link; ip netns'],
	['csi', (_object, name, namespace) => `kubectl get volumeattachments; kubectl describe pvc ${name} -n ${namespace}`],
	[
		'kubelet.probe',
		(_object, name, namespace) =>
			`kubectl describe pod ${name} -n ${namespace} | grep -A3 -E 'Liveness|Readiness|Startup'`,
	],
	['kubelet', (_object, name, namespace) => `kubectl describe pod ${name} -n ${namespace}; journalctl -u kubelet`],
	['endpoints', () => 'kubectl get endpointslices -w'],
	['kube-proxy', () => 'on the node: iptables-save | grep KUBE-'],
	['dns', () => 'kubectl run -it --rm t --image=busybox -- nslookup SERVICE'],
	['ingress', () => 'kubectl describe ingress; logs of the ingress controller'],
	['mesh', () => 'istioctl proxy-config endpoints POD'],
	['traffic', () => 'kubectl run -it --rm t --image=busybox -- wget -qO- SERVICE'],
];

/** The command or file with which one sees the same on a live cluster. */
export const realCommand = (stop: Stop): string => {
	const [object = 'pod', path = ''] = objectTitle(stop.object).split(' ');
	const [namespace = 'default', name = 'NAME'] = path.includes('/') ? path.split('/') : ['default', path || 'NAME'];
	return (
		table.find(([prefix]) => stop.stage === prefix || stop.stage.startsWith(`${prefix}.`))?.[1](
			object,
			name,
			namespace,
		) ?? 'kubectl get events -A -w'
	);
};
