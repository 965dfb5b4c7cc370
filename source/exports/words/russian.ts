import {counted} from '../../stages/ru/words.js';
import type {Translation} from '../../stages/translation.js';
import type {english} from './english.js';

/** The texts of exports in Russian. */
export const russian: Translation<typeof english> = {
	stops: (count) => counted(count, 'остановка', 'остановки', 'остановок'),
	extent: (first, last, from, to) => `от #${first} до #${last}, от ${from} до ${to} с`,
	seconds: (time) => `${time} с`,
	comma: ', ',
	aRun: 'прогон',
	forProcess: (name) => `для ${name}`,
	firstStops: (kept, all) =>
		`здесь только первые ${kept} остановок из ${all}; остальные видны на более коротком отрезке или у одного объекта`,
	firstMessages: (kept, all) =>
		`здесь только первые ${kept} сообщений из ${all}; остальные видны на более коротком отрезке или у одного объекта`,
	page: {
		simulated: 'симуляция Kubernetes v1.36',
		live: 'Открыть эту остановку в программе',
		objectsUntil: (step) => `начиная с #${step} объекты опущены: их слишком много`,
		needsScript: 'Этой странице нужен JavaScript, он уже в ней; больше страница ничего не загружает.',
		timeline: 'Шкала времени',
		stop: 'Остановка',
		stops: 'Остановки',
		change: 'изменение',
		whole: 'целиком',
		blame: 'кто записал',
		why: 'Почему',
		ledTo: 'Следствия',
		stack: 'Стек',
		keys: {
			step: 'остановка',
			change: 'изменение этого объекта',
			cause: 'причина и следствие',
			failure: 'следующая ошибка',
			ends: 'начало и конец',
			forms: 'изменение, весь объект, авторы строк',
		},
		script: {
			seconds: '… с',
			in: '…, в …',
			line: 'строк: …',
			lines: 'строк: …',
			noObject: 'Нет объекта',
			aboutNone: 'эта остановка не об объекте',
			notStored: 'на этом шаге он не сохранён',
			isNew: 'создан здесь',
			deleted: 'удалён здесь',
			changes: 'изменения на этой остановке',
			unchanged: 'здесь не меняется',
			you: 'вы: …',
			before: '#… была до начала этой страницы',
			ownStart: 'запуск самого кластера или его таймер',
		},
	},
};
