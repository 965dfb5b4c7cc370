import type {Title} from '../../stage.js';
import type {controllersStages} from '../../controllers.js';
import type {Translation} from '../../translation.js';

/** Stages of clients, informers, controllers and their events, in Chinese. */
export const controllersTitles: Translation<Readonly<Record<keyof typeof controllersStages, Title>>> = {
	'client.throttle': {title: '限流', about: '客户端发出的请求已达上限：这一个要等一会儿才能发出。'},
	'informer.list': {title: '列出', about: 'Informer 列出全部对象，填满缓存，并记住列表的资源版本。'},
	'informer.watch': {title: '监视', about: 'Informer 跟随列表之后的一切变化。'},
	'informer.deliver': {title: '送达', about: '变化到达某个组件的缓存，比它发生时稍晚一点。'},
	'leader.election': {
		title: '领导者选举',
		about: '一个程序有多个实例时，只有持有 Lease 的那个工作。',
	},
	'controller.*.enqueue': {title: '入队', about: '一个事件把一个键放进工作队列；事件本身随即丢弃。'},
	'controller.*.sync': {title: '同步', about: '控制器比较期望状态和当前状态。'},
	'controller.*.retry': {title: '重试', about: '出错之后，键重新入队，每次等得更久。'},
	'controller.*.done': {title: '完成', about: '键离开队列，除非它的对象在此期间又变了。'},
	controller: {title: '控制器', about: '一个循环，让当前状态逐步接近期望状态。'},
	'cluster-autoscaler': {
		title: '节点自动扩缩',
		about: 'Cluster Autoscaler 为放不下的 Pod 增加节点，并移除集群不需要的节点。',
	},
	cloud: {title: '云', about: '云创建和移除节点组的机器。'},
	kwok: {title: 'KWOK', about: 'KWOK 让没有机器的节点和它们的 Pod 运转起来：它按 Stage 逐步修改它们的状态。'},
	'event.record': {title: '事件', about: '组件报告自己做了什么。事件供人阅读；没有组件依赖它。'},
};
