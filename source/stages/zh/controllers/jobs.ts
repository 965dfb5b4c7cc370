import {timestamp} from '../../../kernel/clock.js';
import type {JobFacts} from '../../facts/controllers/jobs.js';
import {keyOf, nameOf} from '../../stop-names.js';
import {goneOrGoing} from './every-controller.js';
import {podCreation, podDeletion} from './workloads.js';
import type {Translation} from '../../translation.js';
import type {Sentences} from '../../language-table.js';

const untrackedWords = {
	orphan: '没有 Job',
	leaving: '不必计入，因为它的 Job 正在删除',
};

/** Stops of the controllers of Jobs, in Chinese. */
export const jobSentences: Translation<Sentences<JobFacts>> = {
	'controller.job.sync'(facts, stop) {
		switch (facts.case) {
			case 'gone': {
				return goneOrGoing('Job')(facts);
			}

			case 'orphan': {
				const [, namespace, name] = facts.key.split('/');
				return facts.isOrphan
					? `不再有 Job 计算 Pod ${namespace}/${name}。`
					: `Pod ${namespace}/${name} 不必释放：它没有 Job 的 Finalizer，或者还有 Job 在计算它。`;
			}

			case 'managed-elsewhere': {
				return `Job ${facts.key} 由 ${facts.managedBy} 管理：这个控制器不处理它。`;
			}

			case 'compare': {
				const {want, parallelism, status} = facts;
				return `Job ${keyOf(stop)} 要${want === undefined ? '至少一次成功' : ` ${want} 次成功`}，同时运行 ${parallelism ?? 1} 个 Pod；已成功 ${status?.succeeded ?? 0} 个，失败 ${status?.failed ?? 0} 个。`;
			}
		}
	},
	'controller.job.create': podCreation,
	'controller.job.delete': podDeletion,
	'controller.job.backoff': ({key, failures, pauseMs}) =>
		`Job ${key} 连续失败了 ${failures} 次：下一个 Pod 在 ${pauseMs / 1000} 秒后出现。`,
	'controller.job.status'({after, uncounted}, stop) {
		const {active = 0, succeeded = 0, failed = 0} = after;
		return `Job ${nameOf(stop)} 现在报告：活动 ${active} 个，成功 ${succeeded} 个，失败 ${failed} 个${uncounted > 0 ? `；还有 ${uncounted} 个已结束的 Pod 要计入` : ''}。`;
	},
	'controller.job.untrack': ({finalizer, why}, stop) =>
		`Pod ${nameOf(stop)} ${why === undefined ? '已经计入' : untrackedWords[why]}：去掉它的 Finalizer ${finalizer}。`,

	'controller.cronjob.sync'(facts, stop) {
		if (facts.case === 'gone') {
			return goneOrGoing('CronJob')(facts);
		}

		const {schedule, due, next, running} = facts;
		return `CronJob ${keyOf(stop)}（${schedule ?? ''}）：${due === undefined ? '没有到期的运行' : `${timestamp(due)} 的运行到期了`}，${running} 个 Job 在运行；${next === undefined ? '没有下一次运行' : `下一次运行在 ${timestamp(next)}`}。`;
	},
	'controller.cronjob.create': ({cronJob, due}, stop) =>
		`CronJob ${cronJob} 为 ${timestamp(due)} 创建 Job ${nameOf(stop)}。`,
	'controller.cronjob.delete': ({cronJob}, stop) => `CronJob ${cronJob} 删除 Job ${nameOf(stop)}。`,
	'controller.cronjob.status': ({after}, stop) =>
		`CronJob ${nameOf(stop)} 现在报告 ${after.active?.length ?? 0} 个活动的 Job。`,

	'controller.ttl-after-finished.sync': ({key, restMs}) =>
		restMs === undefined
			? `Job ${key} 已不存在，或不会过期。`
			: `Job ${key} 已完成，还保留 ${Math.max(0, restMs)} 毫秒。`,
	'controller.ttl-after-finished.delete': ({ttlSeconds}, stop) =>
		`Job ${nameOf(stop)} 超过了 ${ttlSeconds ?? 0} 秒的 TTL：连同其 Pod 一起删除。`,
};
