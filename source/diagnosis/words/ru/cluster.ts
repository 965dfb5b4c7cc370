import type {cluster as english} from '../en/cluster.js';
import type {Translation} from '../../../stages/translation.js';

/** Words about claims, Services, workloads, deletions and refusals, in Russian. */
export const cluster: Translation<typeof english> = {
	unbound: 'Pending: с ним не связан ни один том',
	namesNoVolume: (name) => `Pending: назван том ${name}, которого нет`,
	volumes: (names) =>
		names.length > 0
			? `PersistentVolume в кластере: ${names.join(', ')}.`
			: 'В кластере нет ни одного PersistentVolume.',
	classes: (names) =>
		names.length > 0 ? `Классы в кластере: ${names.join(', ')}.` : 'В кластере нет ни одного класса.',
	waitsForConsumer: (isUsed) =>
		isUsed
			? 'Его том появится, когда Pod, который его использует, получит узел.'
			: 'Его том появится, когда Pod, который его использует, получит узел: примените этот Pod.',
	noProvisioner: (provisioner) =>
		`В этом кластере не запущен ${provisioner ?? 'его provisioner'}: установите этот драйвер или возьмите класс, у которого он есть.`,
	noVolume: (isEmpty) =>
		isEmpty
			? 'В кластере нет ни одного PersistentVolume.'
			: 'Ни один свободный PersistentVolume не подходит по классу, режимам доступа и размеру.',
	selectsNobody: (selector) => `не выбирает ни одного Pod: ${selector}`,
	selectsCustom: (selector, kind, name) =>
		`не выбирает ни одного Pod: ${selector}; предполагается, что такие Pod создаёт контроллер ${kind} ${name}, которого в симуляции нет`,
	selectsOwnNamespace: (namespace) =>
		`Pod с этими метками находятся в пространстве имён ${namespace}: Service выбирает только Pod своего.`,
	podsHave: (labels) =>
		labels.length > 0
			? `У Pod в этом пространстве имён — ${labels.join(' и ')}.`
			: 'В этом пространстве имён ещё нет Pod.',
	noNamedPort: (name) => `ничего не отправляет своим Pod: ни у одного нет порта с именем ${name}`,
	nobodyAnswers: (port, target, open) =>
		`его порт ${port} ведёт на ${target} его Pod, где ни одна программа не слушает; ${open.length === 0 ? 'они не слушают ни одного порта' : `они слушают ${open.join(', ')}`}`,
	onlyLoopback: (port, target) =>
		`его порт ${port} ведёт на ${target} его Pod, где программа принимает соединения только на 127.0.0.1: задайте ей адрес 0.0.0.0`,
	closedByPolicy: (port, target, policy) =>
		`ни один клиент не достигает его порта ${port}: NetworkPolicy ${policy} выбирает его Pod, и ни в одной политике нет правила ingress для порта ${target}`,
	allowIngress: (target) => `Добавьте NetworkPolicy, которая разрешает ingress на порт ${target} этих Pod.`,
	noDefaultClass:
		'класс не назван, и ни один IngressClass не выбран по умолчанию: его не обслуживает ни один контроллер',
	noClass: (name) => `IngressClass ${name} не существует: его не обслуживает ни один контроллер`,
	noClasses: 'В кластере нет IngressClass: сначала нужно установить контроллер Ingress.',
	noCertificate: (secret) => `нет Secret ${secret}: запросы по TLS получают собственный сертификат ingress-контроллера`,
	noLoadBalancer:
		'его EXTERNAL-IP остаётся <pending>: балансировщик создаёт облако или MetalLB, а в этом кластере их нет',
	nodePortWorks: (port) => `Снаружи он отвечает на порту ${port} каждого узла.`,
	noRole: (kind, name) => `прав не даёт: нет ${kind} ${name}`,
	noService: (name) => `указывает на Service ${name}, которого нет`,
	podNameBelow: (pod, service, set) =>
		set === undefined
			? `DNS знает ${pod} как ${pod}.${service}.`
			: `Service, указанного в StatefulSet ${set}, нет: с serviceName ${service} DNS знает ${pod} как ${pod}.${service}.`,
	applyService: (name, namespace) => `Примените Service с именем ${name} в пространстве имён ${namespace}.`,
	applyHeadless: (name) =>
		`Примените headless Service (clusterIP: None) с именем ${name}, который выбирает Pod этого StatefulSet: он даёт им имена.`,
	noServicePort: (port, service, ports) => `указывает на порт ${port} у Service ${service}, а у него есть ${ports}`,
	jobDeadline: (seconds) => `Его предел — ${seconds} с: увеличьте его или уберите поле.`,
	podsDeleted:
		'Его Pod удаляются вместе с логами; с restartPolicy: Never они остаются, и kubectl logs показывает причину.',
	podsTell: (command) => `Причину покажут его Pod: ${command}`,
	noTarget: (kind, name) => `${kind} ${name} не существует.`,
	needsRequests: 'utilization — это доля от запрошенного: requests нужны каждому контейнеру цели.',
	noMetrics:
		'В этом кластере ни один сервер не обслуживает metrics.k8s.io, поэтому число Pod не меняется; в настоящем кластере это делает metrics-server.',
	isDown: (component, isPaused) =>
		`${component} ${isPaused ? 'приостановлен' : 'не работает'} и не выполняет свою часть работы для этого объекта`,
	startAgain: (component, isPaused) =>
		isPaused
			? `${component} приостановлен отказом: устраните его.`
			: `${component} аварийно завершился и не работает: запустите его снова.`,
	held: (finalizers) => `удалён, но его держит ${finalizers}`,
	claimUsed: (pods) =>
		pods.length === 1
			? `Им пользуется Pod ${pods.join()}: он исчезнет вместе с ним.`
			: `Им пользуются Pod ${pods.join(', ')}: он исчезнет вместе с ними.`,
	volumeUsed: (claim) => `Он занят запросом ${claim}: он исчезнет вместе с ним.`,
	serviceElsewhere: (name, namespace) =>
		`Service ${name} находится в пространстве имён ${namespace}: отсюда его имя — ${name}.${namespace}.`,
	noBase64: (text) => `${text} — не base64: впишите сюда сертификат CA в этой кодировке или поручите это cert-manager.`,
	plainSecret: 'В data значения записывают в base64; stringData принимает обычный текст.',
	finalizerGoes: 'Финализатор снимает тот контроллер, который его добавил. Только если этого контроллера больше нет:',
	heldInNamespace: (name, finalizers, more) =>
		`${name} держит его финализатор ${finalizers}${more > 0 ? `, и ещё объектов: ${more}` : ''}. Его снимает тот контроллер, который его добавил. Только если этого контроллера больше нет:`,
	contentGoes: 'Его содержимое удаляется; он исчезнет, когда станет пустым.',
	noNodeMatches: 'не подходит ни один узел: её Pod нигде не работают',
	noSelector: 'у него нет ни селектора, ни EndpointSlice: по его адресу ответа нет',
	neverDue: (schedule) =>
		`ни один Job не запускался: время ${schedule} за этот прогон не наступает, шаблон не проверен`,
	tryJob: 'Попробуйте kubectl create job --from=cronjob/NAME.',
	assumed: {
		program: (what) => `не симулируется, считается исправным: ${what}`,
		host: (what) => `вне кластера, считается, что отвечает: ${what}`,
		user: (what) => `пользователь неизвестен, считается, что это номер, отличный от 0: ${what}`,
		secret: (what) => `считается, что Secret создан программой, которая не симулируется: ${what}`,
		file: (what) => `образ неизвестен, считается, что в нём есть файл: ${what}`,
		registry: (what) => `закрытый реестр, считается, что без Secret он отказывает: ${what}`,
		tag: (what) => `вариант тега неизвестен, считается, что он существует: ${what}`,
		webhook: (what) => `webhook не симулируется; предполагается, что он разрешает каждый запрос: ${what}`,
		conversion: (what) =>
			`webhook преобразования не симулируется; предполагается, что он меняет только версию: ${what}`,
		memory: (what) => `память для запуска образа, по его документации: ${what}`,
		repository: (what) =>
			`предполагается, что репозиторий git клонирован и в нём есть нужные контейнерам файлы: ${what}`,
	},
	restsOn: (assumption) => `Это основано на предположении (${assumption}).`,
	rightIn: (kind, name) => `Права не хватает в ${kind} ${name}.`,
	policyLetsNot: (name, direction) => `В NetworkPolicy ${name} нет правила ${direction} для этого трафика.`,
	awaits: {
		unknownName: (host) => `${host}: такого имени нет в DNS кластера`,
		noEndpoints: (service) => `Service ${service}, у которого нет эндпоинтов`,
		noReadyPods: (service) => `Service ${service}, у которого нет ни одного готового Pod`,
		otherPort: (service, port) => `порт ${port} у Service ${service}, а такого порта у него нет`,
		closedPort: (host, pod, port) => `${host}, но на порту ${port} у ${pod} ни одна программа не слушает`,
		silent: (host) => `${host}, а он не отвечает`,
	},
	waitsFor: (container, what) => `${container} ждёт ${what}`,
	askedFor: (what) => `Ему нужен ${what}.`,
	because: (what, cause) => `${what}, потому что ${cause}`,
	servicePorts: (name, ports) => `У Service ${name} порт ${ports.join(', ')}.`,
	placeholder: (text) => `${text} — образец: укажите вместо него своё значение.`,
	oneOf: (fields) => `Из полей ${fields.join(', ')} можно указать только одно: лишнее нужно удалить.`,
	noHandler: 'Проверке нужно одно из полей exec, httpGet, tcpSocket и grpc.',
	didYouMean: (near) => `Возможно, имелось в виду ${near}?`,
	isInNamespace: (name, namespace) => `${name} находится в пространстве имён ${namespace}.`,
	required: (field, command) => `${field} нужно указать; допустимые значения показывает ${command}.`,
	explains: (command) => `Допустимые значения этого поля показывает ${command}.`,
	takenBy: (other, value) => `${value} уже есть у ${other}: значения должны различаться.`,
	noQuantity: (text) => `${text} не количество: байты пишут с k, M, G или Ki, Mi, Gi, CPU — как 0.5 или 500m.`,
	withoutName: (kind) => `${kind} без имени`,
	giveName: 'Дайте ему имя в metadata.name; kubectl apply не принимает generateName.',
	definitionFirst: (kind, file) =>
		`${kind} доступен, когда его CustomResourceDefinition (${file}) получит условие Established: сначала примените её, потом это.`,
	definitionHere: (command) => `Здесь: ${command}, а этот объект — в отдельном файле.`,
	values: {
		number: 'число',
		string: 'текст',
		boolean: 'true или false',
		list: 'список',
		mapping: 'отображение (mapping)',
	},
	served: (kind, versions) => `${kind} доступен в ${versions.join(' и ')}.`,
	noKind: (kind, version) => `В ${version} нет kind ${kind}: все перечисляет kubectl api-resources.`,
	removedKind: (kind, release, successor) => `${kind} убрали в Kubernetes ${release}. Его преемник — ${successor}.`,
	nearKind: (near, versions) => `Возможно, имелось в виду ${near}? Он доступен в ${versions.join(' и ')}.`,
	mustSpecify: (names) =>
		`Она считает ${names.join(', ')}: это должен указать каждый контейнер или задать по умолчанию LimitRange.`,
	silentWebhook: (configuration) =>
		configuration === undefined
			? 'Webhook обращается к серверу, который не отвечает, а его failurePolicy — Fail.'
			: `${configuration} обращается к серверу, который не отвечает, а его failurePolicy — Fail: запустите сервер, или:`,
	listsFields: (command) => `Поля перечисляет ${command}.`,
	namespaceGoes: (namespace) =>
		`пространство имён ${namespace} удаляется: дождитесь конца удаления и создайте его заново или используйте другое. Что мешает удалению, покажет kubectl get namespace ${namespace} -o yaml.`,
	comesLater: (what, place) =>
		`${what} стоит позже, ${place}: kubectl отправляет документы по порядку. Поставьте его первым или примените ещё раз.`,
	namespaceFirst: 'В одном файле он должен стоять раньше того, что в нём.',
	runtimeClassFirst:
		'RuntimeClass называет handler, который есть на узлах, например gVisor: сначала примените его или уберите поле: тогда используется обычная среда выполнения.',
	listsPriorityClasses: 'Их перечисляет kubectl get priorityclasses.',
	quota: (quota, limited, used, requested) =>
		`Квота ${quota} разрешает ${limited}; занято ${used}, ещё ${requested} не помещается.`,
	limitRange: (bound, resource, scope, allowed, asked) =>
		`LimitRange этого пространства имён задаёт ${bound === 'maximum' ? 'максимум' : 'минимум'} для ${resource} на ${scope}: ${allowed}; здесь ${asked}.`,
	podSecurity: (namespace, level) => `В пространстве имён ${namespace} обязателен уровень ${level}.`,
	giveRole: (command) => `Дайте пользователю роль: ${command}`,
	showsWhether: (command) => `Проверить результат: ${command}.`,
	budget: (budget, needs, has) =>
		`PodDisruptionBudget ${budget} требует здоровых Pod: ${needs}, есть ${has}. Вытеснять можно, когда их станет больше или бюджет потребует меньше.`,
	webhookDenies: (name) => `Так решает webhook ${name}: после «denied the request» идёт текст самого webhook.`,
	wrongType: (wanted, found, quotes) =>
		`Поле принимает ${wanted}; в файле — ${found}${quotes === undefined ? '' : {add: ': возьмите в кавычки', block: ': запишите его текстом, после |', remove: ': уберите кавычки'}[quotes]}.`,
	selectorLabels: 'Каждая метка из spec.selector.matchLabels должна быть и в spec.template.metadata.labels.',
	noMountedVolume: (names, name) =>
		names.length > 0
			? `В spec.volumes есть ${names.join(', ')}; ${name} там нет.`
			: `В spec.volumes нет томов; ${name} там нет.`,
	paused: 'Приостановленный Deployment не запускает Pod своего шаблона, пока его не возобновят.',
	serverSide: 'kubectl apply хранит копию в аннотации, и здесь она слишком длинная: нужен kubectl apply --server-side.',
	kustomization: (folder) => `Этот файл читает kustomize, а не сервер: нужен kubectl apply -k ${folder}.`,
	immutable: 'Это поле нельзя изменить: удалите объект и создайте его заново.',
	typeMeta: 'Манифест начинается с apiVersion и kind, оба — текст: apiVersion: apps/v1, kind: Deployment.',
};
