import type {Translation} from '../../../stages/translation.js';
import type {FaultWords} from './fault-words.js';

/** The texts of a drill that a number makes, in Chinese. */
export const chinese: Translation<FaultWords> = {
	faults: {
		wrongPort: ({name}) => ({
			title: `${name}：connection refused`,
			symptom: `“发给 ${name} 的每个请求都被拒绝。它的 Pod 都是 Running、Ready。”`,
			debrief: 'Service 把请求发往没有进程监听的端口。Kubernetes 不核对 targetPort。',
		}),
		noEndpoints: ({name}) => ({
			title: `${name}：每个请求都被拒绝`,
			symptom: `“没有人能访问 ${name}。它的 Pod 都是 Running、Ready。”`,
			debrief: 'Service 选择的标签没有一个 Pod 有，所以它的 EndpointSlice 是空的，每个请求都被拒绝。',
		}),
		goneQuiet: ({name, replicas}) => ({
			title: `${name}：没有回应`,
			symptom: `“${name} 原来有 ${replicas} 个 Pod。现在它不再应答，kubectl get pods 里也看不到它。”`,
			debrief: '有人把 Deployment 缩到了零。它要求的副本数就是零，所以一个 Pod 也没有。',
		}),
		staleRules: ({name, nodes: [node = '']}) => ({
			title: `${name}：一切正常，却访问不了`,
			symptom: `“自从 ${name} 上次发布，从 ${node} 发出的请求都失败。Pod、Service 和 EndpointSlice 都没有问题。”`,
			debrief: `${node} 上的 kube-proxy 已经死了，所以它的规则仍然指向这次发布换掉的 Pod。`,
		}),
		missingTag: ({name}) => ({
			title: `${name}：没有尽头的发布`,
			symptom: `“我们一小时前发布了 ${name}。上线还在进行，有一个 Pod 没有就绪。”`,
			debrief: '新的标签不存在。旧 Pod 照常服务，因为在新 Pod 就绪之前，滚动更新不会删除旧 Pod。',
		}),
		missingKey: ({name, setting}) => ({
			title: `${name}：新 Pod 起不来`,
			symptom: `“重启 ${name} 之后，新 Pod 起不来。镜像和其他 Pod 正在运行的一样。”`,
			debrief: `有人从 ConfigMap 里拿走了键 ${setting}。正在运行的容器保留着启动时的环境变量；新的容器无法创建。`,
		}),
		wrongProbe: ({name}) => ({
			title: `${name}：Running，却一直不就绪`,
			symptom: `“${name} 的发布卡住了。新 Pod 是 Running，日志正常，READY 却是 0/1。”`,
			debrief: '探针检查的是没有进程监听的端口。就绪探针失败不会重启任何东西：Pod 仍是 Running，只是得不到流量。',
		}),
		missingAccount: ({name}) => ({
			title: `${name}：没有 Pod 的发布`,
			symptom: `“${name} 的新版本一个 Pod 都没有创建。没有什么是 Pending，就是一个都没有。”`,
			debrief:
				'这些 Pod 写的 ServiceAccount 不存在，所以准入拒绝创建它们。这样的拒绝，事件记在 ReplicaSet 上，不在 Pod 上。',
		}),
		cordoned: ({name}) => ({
			title: `${name}：维护之后 Pending`,
			symptom: `“维护之后，${name} 的 Pod 全是 Pending。节点全是 Ready。”`,
			debrief: '节点被 cordon 封锁了，没有人 uncordon。Ready 只说节点正常，不说明它接收 Pod。',
		}),
		tainted: ({name}) => ({
			title: `${name}：从昨天起一直 Pending`,
			symptom: `“自从有人在节点上试了点什么，${name} 的 Pod 就全是 Pending。”`,
			debrief: '污点 NoSchedule 把新 Pod 挡在外面；原来运行的没有受影响，直到它们被换掉。',
		}),
		tooBig: ({name}) => ({
			title: `${name}：停住的发布`,
			symptom: `“${name} 的发布卡住了，有一个 Pod 是 Pending。”`,
			debrief: '新 Pod 请求 64 个 CPU，没有节点有这么多。调度器算的是请求，不是实际用量。',
		}),
		noQuota: ({name, replicas}) => ({
			title: `${name}：一个 Pod 都没有`,
			symptom: `“${name} 应该有 ${replicas} 个 Pod，现在一个都没有，也没有 Pending 的。”`,
			debrief: '配额不允许命名空间里有任何 Pod。被配额拒绝的从来没有创建，所以没有 Pending 的：事件在 ReplicaSet 上。',
		}),
		noScheduler: ({name}) => ({
			title: `${name}：Pending，却没有事件`,
			symptom: `“${name} 的新 Pod 是 Pending，一个事件都没有。每个节点都有空位。”`,
			debrief: 'kube-scheduler 已经死了。放不下的 Pod 有事件说明原因；没有调度器处理的 Pod 则没有任何事件。',
		}),
	},
	repair: '撤销之前的操作。',
	inVain: '同样的新 Pod，结果也一样。',
};
