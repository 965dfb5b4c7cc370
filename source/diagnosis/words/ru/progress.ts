import {counted} from '../../../stages/ru/words.js';
import type {progress as english} from '../en/progress.js';

/** How far objects have come and what a run waits for, in Russian. */
export const progress: typeof english = {
	ready: (ready, wanted) => `готово ${ready}/${wanted}`,
	justRestarted: (restarts) =>
		`готов, но уже ${counted(restarts, 'перезапуск', 'перезапуска', 'перезапусков')}, последний — только что`,
	readyOn: (node, address) => `Ready на ${node}, ${address}`,
	afterRestarts: (words, restarts) =>
		`${words}, после ${counted(restarts, 'перезапуска', 'перезапусков', 'перезапусков')}`,
	notReady: 'не готов',
	noNodeMeant: 'не предназначен ни для одного узла',
	notObserved: 'контроллер его ещё не видел',
	suspended: 'приостановлен',
	jobCounts: (succeeded, failed, active) => `успешно ${succeeded}, неудачно ${failed}, в работе ${active}`,
	jobFailed: (name) => `его Job ${name} завершился неудачей`,
	jobs: (count, last) => `Job: ${count}, последний — ${last}`,
	noJobYet: (schedule) => `записан; время первого Job ещё не пришло (${schedule})`,
	untilUsed: 'Pending, пока его не использует какой-нибудь Pod',
	stored: 'записан',
	storedRules: (rules) => `записан, ${counted(rules, 'правило', 'правила', 'правил')}`,
	heldBy: (finalizers) => `Terminating, его держит ${finalizers.join(', ')}`,
	butRestarted: (words, pod) => `${words}, но ${pod} только что перезапущен`,
	butUseless: (words) => `${words}, но не работает`,
	deleted: 'удалён',
	notStored: 'не записан',
	waits: {
		sleep: (container, pod) => `конец sleep в ${container} из ${pod}`,
		startedAgain: (container, pod) => `новый запуск ${container} из ${pod}`,
		nextTry: (container, pod) => `следующая попытка запустить ${container} из ${pod}`,
		backOff: (container, pod) => `конец отсрочки для ${container} в ${pod}`,
		pull: (container, pod) => `следующая попытка скачать образ для ${container} из ${pod}`,
		deadline: (field, name) => `${field} у ${name}`,
		end: (container, pod) => `завершение ${container} в ${pod}`,
		mount: (pod) => `следующая попытка смонтировать тома ${pod}`,
		news: (pod) => `новости о ${pod}`,
		volumes: (pod) => `тома ${pod}`,
		probes: (container, pod) => `пробы ${container} в ${pod}`,
		lasting: (container, pod) => `не проработает ли ${container} в ${pod} дольше прежнего`,
		nextRun: (cron) => `следующий запуск ${cron}`,
		metrics: (autoscaler) => `первый взгляд ${autoscaler} на метрики`,
		nextPod: (owner) => `следующий Pod от ${owner}`,
		command: (says) => `kubectl, который сообщает: ${says}`,
		silence: (node) => `когда кластер заметит, что ${node} молчит`,
		eviction: (pod, node) => `выселение ${pod} с ${node}`,
		recovery: (fault) => `восстановление клиентов после: ${fault}`,
	},
};
