import {timestamp} from '../../../kernel/clock.js';
import type {JobFacts} from '../../facts/controllers/jobs.js';
import {counted, keyOf, nameOf} from '../words.js';
import {goneOrGoing} from './every-controller.js';
import {podCreation, podDeletion} from './workloads.js';
import type {Translation} from '../../translation.js';
import type {Sentences} from '../../language-table.js';

const untrackedWords = {
	orphan: 'остался без Job',
	leaving: 'считать не нужно, потому что его Job удаляется',
};

/** Stops of the controllers of Jobs, in Russian. */
export const jobSentences: Translation<Sentences<JobFacts>> = {
	'controller.job.sync'(facts, stop) {
		switch (facts.case) {
			case 'gone': {
				return goneOrGoing('Job')(facts);
			}

			case 'orphan': {
				const [, namespace, name] = facts.key.split('/');
				return facts.isOrphan
					? `Ни один Job больше не учитывает Pod ${namespace}/${name}.`
					: `Pod ${namespace}/${name} не нужно отпускать: на нём нет финализатора его Job, или Job его ещё учитывает.`;
			}

			case 'managed-elsewhere': {
				return `Job ${facts.key} управляется ${facts.managedBy}: этот контроллер его не меняет.`;
			}

			case 'compare': {
				const {want, parallelism, status} = facts;
				return `Job ${keyOf(stop)} ожидает ${want === undefined ? 'хотя бы один успех' : counted(want, 'успех', 'успеха', 'успехов')}, одновременно — ${parallelism ?? 1} Pod; успешных ${status?.succeeded ?? 0}, неудачных ${status?.failed ?? 0}.`;
			}
		}
	},
	'controller.job.create': podCreation,
	'controller.job.delete': podDeletion,
	'controller.job.backoff': ({key, failures, pauseMs}) =>
		`У Job ${key} ${counted(failures, 'неудача', 'неудачи', 'неудач')} подряд: следующий Pod появится через ${pauseMs / 1000} с.`,
	'controller.job.status'({after, uncounted}, stop) {
		const {active = 0, succeeded = 0, failed = 0} = after;
		return `Job ${nameOf(stop)} теперь сообщает: активных ${active}, успешных ${succeeded}, неудачных ${failed}${uncounted > 0 ? `; ещё не учтено завершённых Pod: ${uncounted}` : ''}.`;
	},
	'controller.job.untrack': ({finalizer, why}, stop) =>
		`Pod ${nameOf(stop)} ${why === undefined ? 'учтён' : untrackedWords[why]}: финализатор ${finalizer} снят.`,

	'controller.cronjob.sync'(facts, stop) {
		if (facts.case === 'gone') {
			return goneOrGoing('CronJob')(facts);
		}

		const {schedule, due, next, running} = facts;
		return `CronJob ${keyOf(stop)} (${schedule ?? ''}): ${due === undefined ? 'запуск пока не нужен' : `пора запускать за ${timestamp(due)}`}, работает Job: ${running}; ${next === undefined ? 'следующего запуска нет' : `следующий запуск — ${timestamp(next)}`}.`;
	},
	'controller.cronjob.create': ({cronJob, due}, stop) =>
		`CronJob ${cronJob} создаёт Job ${nameOf(stop)} за ${timestamp(due)}.`,
	'controller.cronjob.delete': ({cronJob}, stop) => `CronJob ${cronJob} удаляет Job ${nameOf(stop)}.`,
	'controller.cronjob.status': ({after}, stop) =>
		`CronJob ${nameOf(stop)} теперь сообщает: активных Job — ${after.active?.length ?? 0}.`,

	'controller.ttl-after-finished.sync': ({key, restMs}) =>
		restMs === undefined
			? `Job ${key} больше нет, или срока у него нет.`
			: `Job ${key} завершён и хранится ещё ${Math.max(0, restMs)} мс.`,
	'controller.ttl-after-finished.delete': ({ttlSeconds}, stop) =>
		`Job ${nameOf(stop)} пережил свой TTL в ${ttlSeconds ?? 0} с: он удаляется вместе со своими Pod.`,
};
