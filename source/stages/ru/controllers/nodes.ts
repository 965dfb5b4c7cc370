import type {NodeFacts} from '../../facts/controllers/nodes.js';
import {equal} from '../../../kernel/equality.js';
import {keyOf, nameOf} from '../words.js';
import type {Translation} from '../../translation.js';
import type {Sentences} from '../../language-table.js';

/** Stops of the controllers of nodes and of their Pods, in Russian. */
export const nodeSentences: Translation<Sentences<NodeFacts>> = {
	'controller.node-lifecycle.sync': (facts, stop) =>
		facts.case === 'gone'
			? `Узла ${facts.key} больше нет.`
			: `Узел ${nameOf(stop)}: Ready — ${facts.ready}; его ограничения (taint) ${equal(facts.before ?? [], facts.after) ? 'соответствуют условиям' : 'нужно изменить'}.`,
	'controller.node-lifecycle.taint': ({after}, stop) =>
		after.length === 0
			? `Узел ${nameOf(stop)} теряет последний taint.`
			: `На узле ${nameOf(stop)} теперь ограничения (taint): ${after.map(({key, effect}) => `${key}:${effect}`).join(', ')}.`,
	'controller.node-lifecycle.label': ({labels}, stop) =>
		`Узел ${nameOf(stop)} получает ${Object.keys(labels).join(' и ')}: старые метки с тем же смыслом.`,
	'controller.node-lifecycle.silent': ({silentMs}, stop) =>
		`От узла ${nameOf(stop)} нет сообщений уже ${Math.round(silentMs / 1000)} с: его условия становятся Unknown.`,
	'controller.node-lifecycle.pod-not-ready': ({node}, stop) =>
		`Pod ${nameOf(stop)} больше не считается готовым: узел ${node} о нём не сообщает.`,

	'controller.taint-eviction.sync'(facts, stop) {
		if (facts.case === 'gone') {
			return `Pod ${facts.key} уже нет, или он удаляется.`;
		}

		const {node, taints, seconds, atMs} = facts;
		const key = keyOf(stop);
		if (seconds === undefined || atMs === undefined) {
			return taints.length === 0
				? `Pod ${key} может остаться на узле ${node}: ни одно ограничение (taint) там не вытесняет Pod.`
				: `Pod ${key} может остаться на узле ${node}: он допускает ${taints.map((taint) => taint.key).join(', ')}.`;
		}

		const left = atMs > stop.timeMs ? `осталось ${atMs - stop.timeMs} мс` : 'его время вышло';
		return `Pod ${key} может оставаться на узле ${node} ещё ${seconds} с после ограничения (taint) ${taints[0]?.key ?? ''}: ${left}.`;
	},
	'controller.taint-eviction.evict': ({node}, stop) =>
		`Pod ${nameOf(stop)} вытесняется с узла ${node}: он получает условие DisruptionTarget и удаляется.`,

	'controller.pod-garbage-collector.delete'({why, node}, stop) {
		const reasons = {
			'out-of-service': `его узел ${node} выключен: он не готов, и на нём ограничение (taint) node.kubernetes.io/out-of-service`,
			orphaned: `его узла ${node} больше не существует`,
			unscheduled: 'его удалили раньше, чем он получил узел',
			terminated: 'завершённых Pod слишком много, и он из самых старых',
		};
		return `Pod ${nameOf(stop)} удаляется принудительно: ${reasons[why]}.`;
	},

	'controller.node-ipam.sync': (facts, stop) => {
		if (facts.case === 'gone') {
			return `Узла ${facts.key} больше нет.`;
		}

		if (facts.case === 'settled') {
			return `У узла ${facts.name} есть диапазон для его Pod.`;
		}

		return `Узел ${nameOf(stop)} получает диапазон ${facts.podCIDR} для своих Pod.`;
	},

	'controller.ttl.sync'(facts, stop) {
		switch (facts.case) {
			case 'gone': {
				return `Узла ${facts.key} больше нет.`;
			}

			case 'settled': {
				return `У узла ${facts.name} уже есть аннотация TTL.`;
			}

			case 'tell': {
				return `Узлов в кластере — ${facts.nodes}, поэтому kubelet узла ${nameOf(stop)} может хранить Secret и ConfigMap в кеше ${facts.seconds} с.`;
			}
		}
	},
};
