import {formOf} from '../../../stages/ru/words.js';
import type {manual as english} from './english.js';
import type {Translation} from '../../../stages/translation.js';

/** The words around the pages of the manual in Russian. */
export const manual: Translation<typeof english> = {
	intro:
		'k8s-walkthrough help TOPIC выводит страницу руководства; help WORD находит слово, например help webhook. Страницы — на английском.\nk8s-walkthrough --help перечисляет команды и параметры.',
	found: (words) => `В руководстве «${words}» встречается здесь:`,
	more: (sections) => `… и ещё в ${sections} ${formOf(sections, 'разделе', 'разделах', 'разделах')}`,
	prints: (topic) => `k8s-walkthrough help ${topic} выводит страницу целиком.`,
	texts: {
		'Use it': 'Как пользоваться',
		'every command with its flags, and the exit codes': 'все команды с параметрами и коды завершения',
		'the screen, stepping, breakpoints, asking why, futures': 'экран, шаги, точки останова, причины, варианты будущего',
		'every key, and every word of the command line': 'все клавиши и все слова командной строки',
		'how `trace` ends: ready, refused or stuck, the cause, and a tested change':
			'итог trace: готово, отклонено или застряло; причина и проверенное изменение',
		'many manifests at once, in a pipeline: findings with reason, place and fix':
			'много манифестов сразу, в CI: находки с причиной, местом и исправлением',
		'what happens to a Pod, step by step, and the command that shows each step':
			'путь Pod шаг за шагом и команда, которая показывает каждый шаг',
		'the file that describes a cluster: nodes, latencies, webhooks, users, CSI':
			'файл, который описывает кластер: узлы, задержки, webhook-серверы, пользователи, CSI',
		'what containers do: known images, unknown images, your own description':
			'поведение контейнеров: известные образы, неизвестные образы, своё описание',
		'crashes, pauses, partitions, full disks: how to break the cluster':
			'крах, пауза, разрыв сети, полный диск: как сломать кластер',
		'the path of a packet, and the race when an endpoint goes away': 'путь пакета и гонка при исчезновении эндпоинта',
		'starting from the state of a real cluster': 'начать с состояния настоящего кластера',
		'the same run under many seeds, delays and faults':
			'один и тот же прогон со множеством случайных чисел, задержек и сбоев',
		'the cluster autoscaler: how it adds nodes for waiting Pods, and removes them':
			'автомасштабирование кластера: узлы для ожидающих Pod, удаление лишних узлов',
		'thousands of nodes without machines, whose lives are described by Stages':
			'тысячи узлов без машин, жизнь которых описывают объекты Stage',
		'two scheduler configurations on the same cluster: nodes, Pods, cost':
			'две настройки планировщика на одном кластере: узлы, Pod, стоимость',
		'the program in a browser and on your own site, and links to a stop':
			'то же в браузере, ссылки на остановку, размещение на своём сайте',
		'a run written as Markdown, HTML, a diagram, a trace or a film':
			'прогон в виде Markdown, HTML, схемы, трассы или фильма',
		'Connect it': 'Как подключить',
		'real kubectl, helm and client-go on the simulated apiserver':
			'настоящие kubectl, helm и client-go и симулируемый apiserver',
		'controller-runtime test suites without a download': 'наборы тестов controller-runtime без загрузки программ',
		'faults at every write of your controller, to find its bugs':
			'сбои при каждой записи вашего контроллера, чтобы найти его ошибки',
		'a cluster in your own tests, in TypeScript': 'кластер в ваших тестах на TypeScript',
		'VS Code and Neovim, over the Debug Adapter Protocol': 'VS Code и Neovim по протоколу отладочного адаптера',
		'Teach with it': 'Как учить',
		'taking, writing, proving and handing out lessons': 'проходить уроки, писать их, проверять и раздавать',
		'broken clusters to repair, and how to write one': 'сломанные кластеры для починки и как написать тренировку',
		'sets of tasks for the exams, and how to write one': 'наборы задач для экзаменов и как написать набор',
		'languages, and translating lessons and drills': 'языки и перевод уроков и тренировок',
		'Judge it': 'Как оценить',
		'what was compared with a real cluster, and what is simplified': 'что сверено с настоящим кластером и что упрощено',
		'what the program reads, writes and trusts': 'что программа читает, что пишет и чему доверяет',
		'time and memory, and how to bound them': 'время и память и как их ограничить',
		'what stays the same between versions': 'что не меняется от версии к версии',
		'which parts are our own where libraries exist, and why':
			'какие части написаны самостоятельно, хотя есть библиотеки, и почему',
	},
};
