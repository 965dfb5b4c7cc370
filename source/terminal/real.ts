import type {Stop} from '../kernel/stop.js';
import {objectName} from './object-title.js';

const table: ReadonlyArray<
	readonly [prefix: string, command: (object: string, name: string, namespace: string) => string]
> = [
	['kubectl', () => 'kubectl -v=8 … prints each request and answer'],
	['apiserver.authorize', () => 'kubectl auth can-i create pods --as=USER; kubectl auth whoami'],
	[
		'apiserver.admit',
		(object, name, namespace) => `kubectl get ${object} ${name} -n ${namespace} -o yaml, against your file`,
	],
	['apiserver', () => 'kubectl get --raw /metrics | grep apiserver_request_total; the audit log'],
	[
		'etcd',
		(object, name, namespace) =>
			`etcdctl get --prefix /registry/${object === 'nodes' ? 'minions' : object}/ --keys-only | grep '${namespace}/${name}'`,
	],
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
	const found = stop.object === undefined ? undefined : objectName(stop.object);
	const {resource = 'pods', namespace = 'default', name = 'NAME'} = found ?? {};
	const fitting = table.find(([prefix]) => stop.stage === prefix || stop.stage.startsWith(`${prefix}.`));
	return fitting?.[1](resource, name, namespace) ?? 'kubectl get events -A -w';
};
