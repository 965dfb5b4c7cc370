import type {Stage} from './stage.js';

/** Stages of clients, informers, controllers and their events. */
export const controllersStages = {
	'client.throttle': {
		documentation: 'reference/command-line-tools-reference/kube-controller-manager/',
		upstream: 'k8s.io/client-go/rest Request.tryThrottle',
		real: 'metrics rest_client_rate_limiter_duration_seconds',
	},
	'informer.list': {
		documentation: 'reference/using-api/api-concepts/',
		upstream: 'k8s.io/client-go/tools/cache Reflector',
		real: 'kubectl get {kind}',
	},
	'informer.watch': {
		documentation: 'reference/using-api/api-concepts/',
		upstream: 'k8s.io/client-go/tools/cache Reflector',
		real: 'kubectl get {kind} -w',
	},
	'informer.deliver': {
		documentation: 'reference/using-api/api-concepts/',
		upstream: 'k8s.io/client-go/tools/cache sharedIndexInformer',
		real: 'kubectl get {kind} -w',
	},
	'leader.election': {
		documentation: 'concepts/architecture/leases/',
		upstream: 'k8s.io/client-go/tools/leaderelection LeaderElector.Run',
		real: 'kubectl -n kube-system get lease',
	},
	'controller.*.enqueue': {
		documentation: 'concepts/architecture/controller/',
		upstream: 'k8s.io/client-go/util/workqueue',
		real: 'metrics workqueue_adds_total',
	},
	'controller.*.sync': {
		documentation: 'concepts/architecture/controller/',
		upstream: 'pkg/controller',
		real: 'kubectl logs -n kube-system -l component=kube-controller-manager',
	},
	'controller.*.retry': {
		documentation: 'concepts/architecture/controller/',
		upstream: 'k8s.io/client-go/util/workqueue',
		real: 'metrics workqueue_retries_total',
	},
	'controller.*.done': {
		documentation: 'concepts/architecture/controller/',
		upstream: 'k8s.io/client-go/util/workqueue',
		real: 'metrics workqueue_depth',
	},
	controller: {
		documentation: 'concepts/architecture/controller/',
		upstream: 'pkg/controller',
		real: 'kubectl describe {object}',
	},
	'cluster-autoscaler': {
		documentation: 'concepts/cluster-administration/node-autoscaling/',
		upstream: 'k8s.io/autoscaler/cluster-autoscaler/core StaticAutoscaler.RunOnce',
		real: 'kubectl -n kube-system get configmap cluster-autoscaler-status -o yaml',
	},
	cloud: {
		documentation: 'concepts/architecture/cloud-controller/',
		upstream: 'k8s.io/autoscaler/cluster-autoscaler/cloudprovider NodeGroup',
		real: 'kubectl get nodes -w',
	},
	kwok: {
		documentation: 'concepts/architecture/nodes/',
		upstream: 'sigs.k8s.io/kwok/pkg/kwok/controllers',
		real: 'kubectl get stages.kwok.x-k8s.io',
	},
	'event.record': {
		documentation: 'reference/kubernetes-api/cluster-resources/event-v1/',
		upstream: 'k8s.io/client-go/tools/events',
		real: 'kubectl get events',
	},
} satisfies Readonly<Record<string, Stage>>;
