import type {Title} from '../../stage.js';
import type {schedulerStages} from '../../scheduler.js';
import type {Translation} from '../../translation.js';

/** Stages of the scheduler, in Russian. */
export const schedulerTitles: Translation<Readonly<Record<keyof typeof schedulerStages, Title>>> = {
	'scheduler.queue': {
		title: 'Очередь планировщика',
		about: 'Pod ждёт в активной очереди, в отсрочке или до события, которое может помочь.',
	},
	'scheduler.prefilter': {title: 'PreFilter', about: 'Плагины готовятся и говорят, есть ли им что проверять.'},
	'scheduler.filter': {title: 'Filter', about: 'Плагин определяет, какие узлы не подходят для Pod.'},
	'scheduler.extender': {title: 'Расширитель', about: 'Сервер вне планировщика фильтрует или оценивает узлы.'},
	'scheduler.postfilter': {title: 'PostFilter', about: 'Ни один узел не подходит: помогло бы вытеснение других Pod?'},
	'scheduler.prescore': {title: 'PreScore', about: 'Плагины готовятся оценивать оставшиеся узлы.'},
	'scheduler.score': {
		title: 'Score',
		about: 'Плагин оценивает каждый оставшийся узел от 0 до 100, оценка умножается на вес.',
	},
	'scheduler.select': {title: 'Выбор', about: 'Побеждает наибольшая сумма.'},
	'scheduler.reserve': {
		title: 'Reserve',
		about: 'Теперь Pod учтён на своём узле, но только в кеше планировщика.',
	},
	'scheduler.permit': {title: 'Permit', about: 'В последний момент плагин может задержать Pod.'},
	'scheduler.prebind': {title: 'PreBind', about: 'Что должно быть готово до привязки Pod, например его тома.'},
	'scheduler.bind': {title: 'Bind', about: 'Решение отправляется в apiserver.'},
};
