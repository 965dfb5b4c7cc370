import type {Title} from '../../stage.js';
import type {schedulerStages} from '../../scheduler.js';
import type {Translation} from '../../translation.js';

/** Stages of the scheduler, in Chinese. */
export const schedulerTitles: Translation<Readonly<Record<keyof typeof schedulerStages, Title>>> = {
	'scheduler.queue': {title: '调度队列', about: 'Pod 在活动队列或退避队列中等待，或者等待可能有用的变化。'},
	'scheduler.prefilter': {title: 'PreFilter', about: '各个插件做准备，并说明自己是否需要检查。'},
	'scheduler.filter': {title: 'Filter', about: '一个插件判断哪些节点不能容纳这个 Pod。'},
	'scheduler.extender': {title: '扩展器', about: '调度器之外的服务器过滤节点或给节点打分。'},
	'scheduler.postfilter': {title: 'PostFilter', about: '没有节点合适：驱逐其他 Pod 会有用吗？'},
	'scheduler.prescore': {title: 'PreScore', about: '各个插件为剩下的节点准备打分。'},
	'scheduler.score': {title: 'Score', about: '一个插件给剩下的每个节点打 0 到 100 分，再乘以权重。'},
	'scheduler.select': {title: '选定', about: '总分最高者胜出。'},
	'scheduler.reserve': {title: 'Reserve', about: '从现在起 Pod 算在它的节点上，而其他组件尚不知道。'},
	'scheduler.permit': {title: 'Permit', about: '插件可以在最后一刻推迟 Pod 的绑定。'},
	'scheduler.prebind': {title: 'PreBind', about: '绑定之前必须完成的工作，例如绑定 Pod 的卷。'},
	'scheduler.bind': {title: 'Bind', about: '把决定 POST 给 apiserver。'},
};
