import type {PageResult} from './page.js';

/** Results of the pages below `tutorials` and of the first half of `tasks`. */
export const firstResults: readonly PageResult[] = [
	{page: 'tutorials/hello-minikube', commands: 9, equal: 9},
	{
		page: 'tutorials/kubernetes-basics/deploy-app/deploy-intro',
		commands: 6,
		equal: 5,
		why: "kubectl proxy serves no port of the reader's machine; kubectl get --raw asks the same paths",
	},
	{page: 'tutorials/kubernetes-basics/explore/explore-intro', commands: 7, equal: 6, why: 'kubectl proxy, as above'},
	{
		page: 'tutorials/kubernetes-basics/expose/expose-intro',
		commands: 13,
		equal: 11,
		why: 'curl from outside the cluster: a container asks instead',
	},
	{
		page: 'tutorials/kubernetes-basics/scale/scale-intro',
		commands: 10,
		equal: 9,
		why: 'curl from outside the cluster: a container asks instead',
	},
	{
		page: 'tutorials/kubernetes-basics/update/update-intro',
		commands: 16,
		equal: 15,
		why: 'curl from outside the cluster: a container asks instead',
	},
	{page: 'tutorials/configuration/configure-redis-using-configmap', commands: 14, equal: 14},
	{
		page: 'tutorials/configuration/updating-configuration-via-a-configmap',
		commands: 40,
		equal: 36,
		why: "port-forward and curl on the reader's machine: a container asks the Service instead",
	},
	{page: 'tutorials/configuration/configure-persistent-volume-storage', commands: 14, equal: 14},
	{
		page: 'tutorials/services/connect-applications-service',
		commands: 24,
		equal: 23,
		why: "openssl on the reader's machine makes the certificate",
	},
	{page: 'tutorials/services/pods-and-endpoint-termination-flow', commands: 6, equal: 6},
	{
		page: 'tutorials/services/source-ip',
		commands: 20,
		equal: 14,
		why: "a node's own ports (kube-proxy's mode, health checks) and clients outside the cluster are not reached by a command",
	},
	{
		page: 'tutorials/stateless-application/guestbook',
		commands: 16,
		equal: 15,
		why: "port-forward opens no port of the reader's machine",
	},
	{
		page: 'tutorials/stateless-application/expose-external-ip-address',
		commands: 9,
		equal: 8,
		why: 'no cloud gives the load balancer an address',
	},
	{page: 'tutorials/cluster-management/namespaces-walkthrough', commands: 15, equal: 15},
	{page: 'tasks/configure-pod-container/resize-pod-resources', commands: 4, equal: 4},
	{page: 'tasks/configure-pod-container/resize-container-resources', commands: 8, equal: 8},
	{
		page: 'tasks/configure-pod-container/assign-memory-resource',
		commands: 15,
		equal: 14,
		why: "the page's Node event OOMKilling comes from node-problem-detector, an addon",
	},
	{page: 'tasks/configure-pod-container/assign-cpu-resource', commands: 9, equal: 9},
	{page: 'tasks/configure-pod-container/assign-pod-level-resources', commands: 11, equal: 11},
	{page: 'tasks/configure-pod-container/quality-service-pod', commands: 13, equal: 13},
	{page: 'tasks/configure-pod-container/configure-liveness-readiness-startup-probes', commands: 9, equal: 9},
	{page: 'tasks/configure-pod-container/configure-pod-configmap', commands: 24, equal: 24},
	{page: 'tasks/configure-pod-container/configure-service-account', commands: 13, equal: 13},
];
