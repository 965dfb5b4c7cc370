import type {Title} from '../../stage.js';
import type {kubeletStages} from '../../kubelet.js';
import type {Translation} from '../../translation.js';

/** Stages of the kubelet, its runtime and the plug-ins of network and storage, in Russian. */
export const kubeletTitles: Translation<Readonly<Record<keyof typeof kubeletStages, Title>>> = {
	'kubelet.node': {title: 'Регистрация узла', about: 'kubelet создаёт собственный объект Node.'},
	'kubelet.lease': {title: 'Пульс', about: 'kubelet продлевает Lease каждые десять секунд: узел жив.'},
	'kubelet.cpus': {
		title: 'CPU manager',
		about: 'Контейнеры Guaranteed могут получить целые CPU только для себя; остальные делят прочие.',
	},
	'kubelet.usage': {
		title: 'Метрики ресурсов',
		about: 'metrics-server запрашивает у каждого kubelet потребление его контейнеров; это читают kubectl top и HPA.',
	},
	'kubelet.shutdown': {
		title: 'Плавное выключение',
		about: 'Прежде чем узел выключится, kubelet завершает Pod, начиная с наименее важных.',
	},
	'kubelet.eviction': {
		title: 'Вытеснение',
		about: 'Когда не хватает памяти, диска или ID процессов, kubelet завершает Pod раньше, чем это сделает ядро.',
	},
	'kubelet.garbage': {title: 'Сборка мусора', about: 'Когда диск заполняется, неиспользуемые образы удаляются.'},
	'kubelet.resync': {
		title: 'Сверка',
		about:
			'Первые версии kubelet каждые 20 с запрашивали привязанные к ним Pod: не пропустили ли чего. Сегодня они только следят (watch).',
	},
	'kubelet.static': {
		title: 'Статический Pod',
		about: 'kubelet читает манифесты со своего диска и запускает их Pod без apiserver.',
	},
	'kubelet.mirror': {
		title: 'Mirror Pod',
		about: 'Объект в API отражает статический Pod; его удаление не остановит Pod.',
	},
	'kubelet.sync': {
		title: 'Pod worker',
		about: 'У каждого Pod есть worker: он сравнивает его с тем, что работает, и делает недостающее.',
	},
	'kubelet.admit': {
		title: 'Приём на узле',
		about: 'Окончательное решение о ресурсах, портах, селекторах и безопасности принимает узел.',
	},
	'kubelet.cgroup': {title: 'Cgroup', about: 'Pod получает cgroup внутри той, что у его класса QoS.'},
	'kubelet.directories': {title: 'Каталоги', about: 'kubelet создаёт каталоги Pod на узле.'},
	'kubelet.volumes': {title: 'Volume manager', about: 'Пока не смонтированы все тома, контейнеры не запускаются.'},
	'kubelet.pull': {
		title: 'Образ',
		about: 'Политика, секреты и отсрочка определяют, скачивать ли образ и когда.',
	},
	'kubelet.status': {title: 'Менеджер статусов', about: 'То, что видит kubelet, становится статусом Pod.'},
	'kubelet.pleg': {
		title: 'PLEG',
		about: 'Генератор событий жизненного цикла Pod перечисляет контейнеры и будит worker тех Pod, которые изменились.',
	},
	'kubelet.probe': {
		title: 'Проба',
		about: 'kubelet проверяет контейнер: запустился ли он, жив ли, готов ли.',
	},
	'kubelet.hook': {
		title: 'Хук жизненного цикла',
		about: 'Хук выполняется сразу после запуска контейнера или перед его остановкой.',
	},
	'kubelet.restart': {
		title: 'Перезапуск',
		about: 'Завершившийся контейнер запускается снова, каждый раз с большей паузой.',
	},
	'kubelet.resize': {
		title: 'Изменение размера',
		about: 'Pod запрашивает другие ресурсы: узел их выделяет, или Pod ждёт.',
	},
	'kubelet.kill': {title: 'Завершение', about: 'Хуки, сигнал остановки, срок на завершение, SIGKILL.'},
	'kubelet.logs': {title: 'Журнал', about: 'kubelet читает лог контейнера для клиента.'},
	'kubelet.metrics': {title: 'Метрики', about: 'Сколько времени запускался Pod.'},
	cri: {title: 'Интерфейс среды выполнения (CRI)', about: 'kubelet вызывает среду выполнения контейнеров по gRPC.'},
	cni: {
		title: 'Сетевой плагин',
		about: 'Программа, которая читает и печатает JSON, подключает песочницу Pod к сети.',
	},
	csi: {title: 'Плагин хранилища', about: 'kubelet и sidecar вызывают драйвер тома по gRPC.'},
	dra: {title: 'Плагин устройств', about: 'Драйвер публикует устройства узла; kubelet по gRPC просит их подготовить.'},
	container: {title: 'Контейнер', about: 'Что происходит внутри контейнера.'},
};
