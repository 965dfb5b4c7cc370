import type {KwokFacts} from '../../facts/controllers/kwok.js';
import type {Sentences} from '../../language-table.js';
import type {Translation} from '../../translation.js';

const seconds = (ms: number): string => `${Math.round(ms / 100) / 10} 秒`;

/** The words for the steps of a Stage. */
const steps: Readonly<Record<KwokFacts['kwok.play']['steps'][number], string>> = {
	event: '记录 Event',
	finalizers: '修改 Finalizer',
	patch: '修补对象',
	delete: '删除对象',
};

/** Stops of KWOK, in Chinese. */
export const kwokSentences: Translation<Sentences<KwokFacts>> = {
	'kwok.start': () => 'KWOK 启动。它负责带有注解 kwok.x-k8s.io/node: fake 的节点。',
	'kwok.node': ({name, managed}) =>
		managed ? `KWOK 接管节点 ${name}：它的注解这样要求。它没有对应的机器。` : `KWOK 不再负责节点 ${name}。`,
	'kwok.match': ({kind, name, stage, among, delayMs}) =>
		`${kind} ${name} 的下一个 Stage 是 ${stage}${among > 1 ? `（从 ${among} 个中随机选出）` : ''}${delayMs > 0 ? `，${seconds(delayMs)}后执行` : ''}。`,
	'kwok.play': ({kind, name, stage, steps: done}) =>
		`KWOK 对 ${kind} ${name} 执行 Stage ${stage}${done.length > 0 ? `：${done.map((step) => steps[step]).join('、')}` : ''}。`,
	'kwok.failed': ({kind, name, stage, message, pauseMs}) =>
		`无法对 ${kind} ${name} 执行${stage === undefined ? '任何 Stage' : ` Stage ${stage}`}：${message}。${pauseMs === undefined ? '' : `KWOK 将在${seconds(pauseMs)}后重试。`}`,
	'kwok.lease': (facts) =>
		facts.case === 'renew'
			? `KWOK 续租节点 ${facts.node} 的 Lease：节点算作存活。`
			: `KWOK 无法续租节点 ${facts.node} 的 Lease：${facts.message}。`,
};
