import type {Stage} from './stage.js';

/** Stages of the scheduler. */
export const schedulerStages = {
	'scheduler.queue': {
		documentation: 'concepts/scheduling-eviction/scheduling-framework/',
		upstream: 'pkg/scheduler/backend/queue PriorityQueue',
		real: 'kubectl get pods --field-selector=spec.nodeName=',
	},
	'scheduler.prefilter': {
		documentation: 'concepts/scheduling-eviction/scheduling-framework/',
		upstream: 'pkg/scheduler/framework RunPreFilterPlugins',
		real: 'kube-scheduler --v=10',
	},
	'scheduler.filter': {
		documentation: 'concepts/scheduling-eviction/scheduling-framework/',
		upstream: 'pkg/scheduler/framework RunFilterPlugins',
		real: 'kubectl describe {object}',
	},
	'scheduler.extender': {
		documentation: 'concepts/extend-kubernetes/',
		upstream: 'pkg/scheduler HTTPExtender',
		real: 'kube-scheduler --v=10',
	},
	'scheduler.postfilter': {
		documentation: 'concepts/scheduling-eviction/pod-priority-preemption/',
		upstream: 'pkg/scheduler/framework/plugins/defaultpreemption',
		real: 'kubectl describe {object}',
	},
	'scheduler.prescore': {
		documentation: 'concepts/scheduling-eviction/scheduling-framework/',
		upstream: 'pkg/scheduler/framework RunPreScorePlugins',
		real: 'kube-scheduler --v=10',
	},
	'scheduler.score': {
		documentation: 'concepts/scheduling-eviction/scheduling-framework/',
		upstream: 'pkg/scheduler/framework RunScorePlugins',
		real: 'kube-scheduler --v=10',
	},
	'scheduler.select': {
		documentation: 'concepts/scheduling-eviction/kube-scheduler/',
		upstream: 'pkg/scheduler selectHost',
		real: 'kubectl get events',
	},
	'scheduler.reserve': {
		documentation: 'concepts/scheduling-eviction/scheduling-framework/',
		upstream: 'pkg/scheduler assume',
		real: 'kube-scheduler --v=10',
	},
	'scheduler.permit': {
		documentation: 'concepts/scheduling-eviction/scheduling-framework/',
		upstream: 'pkg/scheduler/framework RunPermitPlugins',
		real: 'kube-scheduler --v=10',
	},
	'scheduler.prebind': {
		documentation: 'concepts/scheduling-eviction/scheduling-framework/',
		upstream: 'pkg/scheduler/framework RunPreBindPlugins',
		real: 'kubectl describe pvc',
	},
	'scheduler.bind': {
		documentation: 'concepts/scheduling-eviction/scheduling-framework/',
		upstream: 'pkg/scheduler/framework/plugins/defaultbinder',
		real: 'kubectl get events',
	},
} satisfies Readonly<Record<string, Stage>>;
