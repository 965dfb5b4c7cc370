import type {Title} from '../../stage.js';
import type {kubectlStages} from '../../kubectl.js';
import type {Translation} from '../../translation.js';

/** Stages of kubectl, in Russian. */
export const kubectlTitles: Translation<Readonly<Record<keyof typeof kubectlStages, Title>>> = {
	'kubectl.kubeconfig': {
		title: 'Kubeconfig',
		about: 'kubectl находит свои настройки: какой сервер, какой пользователь, какой namespace.',
	},
	'kubectl.parse': {
		title: 'Чтение манифеста',
		about: 'YAML становится JSON на вашей машине; комментариев и отступов сервер не увидит.',
	},
	'kubectl.generate': {title: 'Построение объекта', about: 'Команда без файла строит объект из флагов.'},
	'kubectl.discover': {
		title: 'Discovery',
		about: 'kubectl запрашивает у сервера список его ресурсов и какое-то время хранит ответ.',
	},
	'kubectl.negotiate': {
		title: 'Вид и ресурс',
		about: 'Вид (kind) соответствует ресурсу в группе и версии, а значит, и URL.',
	},
	'kubectl.validate': {
		title: 'Проверка на клиенте',
		about: 'kubectl делает свои проверки, пока ничего не покинуло вашу машину.',
	},
	'kubectl.request': {title: 'Запрос', about: 'HTTP-запрос; дальше решает сервер.'},
	'kubectl.print': {title: 'Печать', about: 'kubectl печатает то, что ответил сервер.'},
};
