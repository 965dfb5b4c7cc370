/** The texts of help in Russian, by their English texts. */
export const russianHelp = {
	'Usage:': 'Использование:',
	'Arguments:': 'Аргументы:',
	'Options:': 'Параметры:',
	'Commands:': 'Команды:',
	'Exit codes:': 'Коды завершения:',
	'Page of the manual: ': 'Страница руководства: ',
	'default: ': 'по умолчанию: ',
	'choices: ': 'варианты: ',
	'display help for command': 'показать справку по команде',
	'print a manual page or the help for a command, or find a word; without a topic, list the topics':
		'вывести страницу руководства или справку по команде либо найти слово; без темы — список тем',
	'output the version number': 'показать номер версии',
	'all went well': 'всё прошло хорошо',
	'something was refused, stuck, cut short or different': 'что-то отклонено, застряло, прервано или не совпало',
	'the command, a file or a flag is wrong': 'ошибка в команде, файле или параметре',
	'Ctrl-C ended the command early': 'прервано Ctrl-C до конца',
	'A debugger for Kubernetes itself, in a terminal: the whole path of a Pod, simulated, step by step, forwards and backwards. Without a command, it opens the home screen.':
		'Отладчик самого Kubernetes в терминале: весь путь Pod, симулированный, шаг за шагом, вперёд и назад. Без команды открывает начальный экран.',
	'plain characters only': 'только простые символы',
	'leave the mouse to the terminal': 'оставить мышь терминалу',
	'language of the screen, lessons and stops: $LANGUAGES': 'язык экрана, уроков и остановок: $LANGUAGES',
	'open the debugger on your manifests; it stops where one is refused or gets stuck':
		'открыть отладчик на ваших манифестах; он открывается там, где один из них отклонён или застрял',
	'configuration of kube-scheduler, as its --config takes it, instead of kubeScheduler in the scenario file':
		'конфигурация kube-scheduler, как для его --config, вместо kubeScheduler из файла сценария',
	'scenario file for the cluster: nodes, latencies, client limits, images, users, traffic (default: three nodes)':
		'файл сценария для кластера: узлы, задержки, ограничения клиентов, образы, пользователи, трафик (по умолчанию: три узла)',
	'seed for everything random (default: 1)': 'seed для всего случайного (по умолчанию: 1)',
	'continue from a real cluster: YAML or JSON from kubectl get --all-namespaces, a folder from kubectl cluster-info dump, or a Velero backup; may be repeated':
		'продолжить с состояния настоящего кластера: YAML или JSON от kubectl get --all-namespaces, папка от kubectl cluster-info dump или резервная копия Velero; можно повторять',
	'leave Secret values out of the dump, and client-written ones out of the recording':
		'опустить содержимое Secret из дампа и то, что клиенты записали в Secret, в записи',
	'leave Secret values out of the dump, and bearer tokens of users out of the recording':
		'опустить содержимое Secret из дампа и bearer-токены пользователей в записи',
	'a breakpoint, such as "apiserver.store object=pod/web"; may be repeated':
		'точка останова, например "apiserver.store object=pod/web"; можно повторять',
	'manifests in YAML or JSON: files, folders, or - for standard input':
		'манифесты в YAML или JSON: файлы, папки или - для стандартного ввода',
	'apply manifests without a screen and print every stop until every object is ready, complete, refused or stuck; then explain what went wrong':
		'применить манифесты без экрана и печатать каждую остановку, пока всё не будет готово, завершено, отклонено или не застрянет; затем объяснить, что пошло не так',
	'a kubectl command to run once the cluster has settled, such as "delete pod web", or debugger words, such as ":crash kubelet/node-b"; may be repeated':
		'команда kubectl, которая выполняется в покое, например "delete pod web", или команды отладчика, например ":crash kubelet/node-b"; можно повторять',
	'end after this many stops, to bound output and memory, about 1 kB a stop (default: 1000000)':
		'закончить после стольких остановок: этим ограничены и память (около 1 кБ на каждую), и вывод (по умолчанию: 1000000)',
	'record at most this many stops in a search, to bound memory (about 1 kB a stop); c continues (default: 200000)':
		'записать за один поиск не больше стольких остановок: этим ограничена память (около 1 кБ на каждую); c продолжает (по умолчанию: 200000)',
	'replay, and record in a search, at most this many stops, to bound memory (about 1 kB each; default: 1000000 and 200000)':
		'повторить не больше стольких остановок и столько же записать за один поиск: этим ограничена память (около 1 кБ на каждую; по умолчанию: 1000000 и 200000)',
	'output format': 'формат вывода',
	'stop at this place instead, such as "kubelet.status object=pod/web"':
		'остановиться вместо этого в этом месте, например "kubelet.status object=pod/web"',
	'also print the start of the cluster and periodic work': 'печатать и запуск кластера, и периодическую работу',
	'end after this simulated time (default: 10m)':
		'ждать не дольше этого и дождаться всего, что наступит за это время (по умолчанию: 10m)',
	'print every link of the chain of causes': 'печатать каждое звено цепочки причин',
	'take a lesson; without a name, the next one': 'пройти урок; без имени — следующий',
	'a pack of lessons: a folder whose subfolders hold a lesson.yaml (default: the course)':
		'набор уроков: папка с папками, в которых есть lesson.yaml (по умолчанию: этот курс)',
	'language of the lesson: $LANGUAGES': 'язык урока: $LANGUAGES',
	'language of the drill: $LANGUAGES': 'язык тренировки: $LANGUAGES',
	'number or name of the lesson': 'номер или имя урока',
	'write a folder with a small lesson that passes `lessons check`, for you to edit':
		'записать папку с небольшим уроком, который проходит `lessons check`: замените его своим',
	'name of the folder, such as 26-my-lesson': 'имя папки, например 26-my-lesson',
	'play a lesson and print it as a handout: Markdown, or one HTML file':
		'напечатать урок в том виде, в каком он проходит, для раздачи: Markdown или один файл HTML',
	'one self-contained HTML file': 'один файл HTML без других файлов',
	'hand in your progress, or read the progress of a class': 'сдать свой прогресс или прочитать прогресс группы',
	'write your progress to a file, with a fingerprint that reveals later changes':
		'записать ваш прогресс в файл с отпечатком, который выдаёт поздние изменения',
	'file to hand in': 'файл для сдачи',
	'the name under which you hand it in': 'имя, под которым вы его сдаёте',
	'read files that learners have handed in, and refuse those changed since the export':
		'прочитать сданные файлы и отклонить изменённые',
	'files to read': 'файлы для чтения',
	'list the lessons and your progress': 'перечислить уроки и ваш прогресс',
	'lint and play every lesson and drill, verify every answer and repair, and print which claims are covered':
		'проверить и воспроизвести каждый урок и каждую тренировку, все ответы и исправления; напечатать, какие утверждения покрыты',
	'how many files to play at the same time (default: one per core)':
		'число одновременных воспроизведений (по умолчанию: по одному на ядро)',
	'check again after each change, until Ctrl-C': 'проверять снова после каждого изменения, до Ctrl-C',
	'wall: simulated time follows your clock; virtual: it never waits, even at rest, regardless of --speed':
		'wall: время идёт вместе с вашим; virtual: без ожидания, даже в покое, независимо от --speed',
	'lesson.yaml and drill.yaml files (default: the course)': 'файлы lesson.yaml и drill.yaml (по умолчанию: этот курс)',
	'repair a broken cluster, without hints; without a name, the first one that you have not repaired':
		'починить сломанный кластер, без подсказок; без имени — первый, который вы ещё не починили',
	'a drill generated from this number: a healthy application with one fault':
		'тренировка, которую создаёт это число: исправное приложение и один сбой',
	'name of the drill, or part of the name': 'имя тренировки или его часть',
	'list the broken clusters by level, and mark those that you have repaired':
		'перечислить сломанные кластеры по уровням и отметить исправленные вами',
	'apply manifests without a screen and write the recording to a file, whatever the outcome':
		'применить манифесты без экрана и записать прогон в файл при любом исходе',
	'file to write the recording to': 'файл для записи',
	'replay a recording': 'воспроизвести запись',
	'only check that the run has the recorded fingerprint': 'только проверить, что отпечаток совпадает с записанным',
	recording: 'запись',
	'write a run, or a stretch of it, as a file that other programs can show':
		'записать прогон или его отрезок в файл для других программ',
	format: 'формат',
	'begin at this place, such as "scheduler.queue object=pod/web"':
		'начать здесь, например "scheduler.queue object=pod/web"',
	'end at this place, such as "kubelet.status object=pod/web"':
		'закончить здесь, например "kubelet.status object=pod/web"',
	'only the stops about an object, such as pod/web': 'только остановки об одном объекте, например pod/web',
	'file to write to (default: standard output)': 'файл для вывода (по умолчанию: стандартный вывод)',
	'a recording, or manifests in YAML or JSON: files, folders, or - for standard input':
		'запись или манифесты в YAML или JSON: файлы, папки или - для стандартного ввода',
	'schedule the Pods of a dump again under several kube-scheduler configurations, and compare nodes in use, Pods on other nodes and cost':
		'заново распределить Pod дампа по нескольким конфигурациям kube-scheduler: занятые узлы, Pod на других узлах, цена',
	'files as kube-scheduler --config takes them, or "default" for the default configuration':
		'файлы, как для kube-scheduler --config; default: конфигурация по умолчанию',
	'the cluster, as for run; may be repeated': 'кластер, как для run; можно повторять',
	'scenario file with the nodes, if there is no dump': 'файл сценария с узлами, если нет дампа',
	'"created" for the Pods of the dump in order of creation, or a CSV file of arriving Pods':
		'created: Pod дампа в порядке создания; или файл CSV с прибывающими Pod',
	'node label that holds the price': 'метка узлов с их ценой',
	'also print how each configuration chooses the node of this Pod, such as shop/web-1':
		'также показать, как каждая конфигурация выбирает узел этого Pod, например shop/web-1',
	'do one of several equal parts of the work, such as 3/16, and print its results for merge':
		'выполнить одну из нескольких равных частей работы, например 3/16, и вывести её результаты для merge',
	'join the results of all shards: print the report that a single process would print':
		'объединить результаты всех частей и вывести то же, что вывел бы один процесс',
	'the output of the shards, in any order, in one file or several':
		'вывод всех частей, в любом порядке и в любом числе файлов',
	'run manifests under many seeds, delays and faults, on all cores, and show the distribution of the answers to your questions':
		'прогнать манифесты с разными seed, задержками и сбоями на всех ядрах и показать, как распределены ответы на ваши вопросы',
	'the number of seeds, from --seed on': 'число seed, начиная с --seed',
	"run your controller's tests without faults, then once for each fault at each of its writes, and report the runs that end differently":
		'запускает тесты контроллера без сбоев, затем по разу на каждый сбой при каждой его записи и сообщает о прогонах с другим исходом',
	'your tests, or any command that uses KUBECONFIG, after --, such as -- go test ./…':
		'ваши тесты или любая команда с KUBECONFIG, после --: -- go test ./…',
	'start your controller alongside the tests with this command and its own KUBECONFIG; repeat for a second replica':
		'запустить контроллер этой командой рядом с тестами, с его собственным KUBECONFIG; повторите для второй реплики',
	"your controller's name in requests, if the tests start it: a user agent, a user or a service account; may be repeated":
		'запросы контроллера, если его запускают тесты: user agent, пользователь или сервисный аккаунт; можно повторять',
	'a command that stops and starts your controller, if --kubeconfig-for does not start it':
		'команда, которая останавливает и запускает контроллер, если этого не делает --kubeconfig-for',
	'the tests start their own kube-apiservers from KUBEBUILDER_ASSETS, as envtest does':
		'тесты сами запускают kube-apiserver из KUBEBUILDER_ASSETS, как envtest',
	'manifests to apply before your programs start; may be repeated':
		'манифесты, которые применяются до запуска ваших программ; можно повторять',
	'start no new run after this time': 'после этого времени не начинать новых прогонов',
	'only these faults, such as crash,lost; chaos --help lists them all':
		'только эти сбои, например crash,lost; chaos --help перечисляет всё',
	'how late watch events arrive': 'на сколько опаздывают события подписок (watch)',
	'a run is over when nothing has been written for this long':
		'прогон окончен, если столько времени ничего не записано',
	'kill a command that runs longer than this': 'завершить команду, которая идёт дольше',
	'run only the plan of a finding': 'выполнить только план одной находки',
	'end at the first finding': 'закончить на первой находке',
	'where to write the plans and recordings of findings': 'куда записать планы и записи находок',
	'the chaos plan that each kube-apiserver follows': 'план chaos, которому следует каждый kube-apiserver',
	'a command that stops and starts the controller, for a plan that needs it':
		'команда, которая останавливает и запускает контроллер, для плана, которому она нужна',
	'Faults:': 'Сбои:',
	'the controller is killed once the write is stored, and starts again':
		'контроллер убит, как только запись сохранена, и запускается снова',
	'the write is stored, and its answer is lost': 'запись сохранена, а ответ потерян',
	'the write gets 409 Conflict': 'запись получает 409 Conflict',
	'the write gets 500, and is not stored': 'запись получает 500 и не сохранена',
	'from the write on, the controller sees all changes late':
		'начиная с записи контроллер видит все изменения с опозданием',
	'the controller never sees the changes that begin with a write by another client':
		'контроллер не видит изменений, которые начинает запись другого клиента',
	'from the write on, the controller cannot renew its Leases':
		'начиная с записи контроллер не может продлить свои Lease',
	'a setting that varies from run to run; may be repeated; explore --help lists all settings':
		'что различается в прогонах; можно повторять, explore --help перечисляет всё',
	'a fault after the last command, such as "crash kube-scheduler at=0..2s"; may be repeated':
		'сбой после последней команды, например "crash kube-scheduler at=0..2s"; можно повторять',
	'the number of random faults in every run': 'число случайных сбоев в каждом прогоне',
	'a client that sends requests from the first --then on, such as "shop:80 50ms"':
		'клиент, который отправляет запросы с первого --then, например "shop:80 50ms"',
	'a question about every run; may be repeated; explore --help lists all questions':
		'вопрос к каждому прогону; можно повторять, explore --help перечисляет всё',
	'where to write the smallest example of each outcome, as a recording':
		'куда записать наименьший пример каждого исхода',
	'end a run after this simulated time (default: 10m)': 'наибольшее время ожидания прогона (по умолчанию: 10m)',
	'the number of runs at the same time (default: one per core)':
		'число одновременных прогонов (по умолчанию: по одному на ядро)',
	'manifests, as for trace; or deletion, the experiment that comes with the program':
		'манифесты, как для trace, или deletion: готовый эксперимент программы',
	'Settings to vary:': 'Что можно менять:',
	'how long something takes, in milliseconds; the names are below': 'длительность работы в миллисекундах; имена ниже',
	'the time until a change reaches one watcher': 'время, за которое изменение доходит до одного подписчика (watch)',
	'a field of an object in the files; lists have indexes, as in containers[0]':
		'поле объекта в файлах; у списков индексы, как в containers[0]',
	'milliseconds from rest to each --then': 'миллисекунды от покоя до каждого --then',
	'the number of nodes': 'число узлов',
	'when a fault begins': 'когда случается сбой',
	'Questions to ask:': 'О чём можно спросить:',
	'requests of --traffic, and of clients in the scenario, without an answer':
		'запросы --traffic и клиентов из сценария, оставшиеся без ответа',
	'requests of --traffic, and of clients in the scenario, with an answer': 'запросы, на которые пришёл ответ',
	'the longest time between two answers, in ms': 'наибольшее время между двумя ответами, мс',
	'from the last command until every Pod is Ready, in ms': 'от последней команды до Ready у каждого Pod, мс',
	'from the last command until the cluster rests, in ms': 'от последней команды до покоя, мс',
	'restarts of containers': 'перезапуски контейнеров',
	'the number of Pods at the end': 'число Pod в конце',
	'Events of type Warning, repeated ones too': 'события типа Warning, с повторами',
	'writes to etcd after the last command': 'записи в etcd после последней команды',
	'done, refused, stuck or cut, as in trace': 'done, refused, stuck или cut, как у trace',
	'the problem, as trace explains it': 'что не так, как объясняет trace',
	'CEL over an object at the end': 'CEL над объектом в его конечном состоянии',
	'Experiments that come with the program:': 'Готовые эксперименты программы:',
	'how many requests a deleted Pod loses with different preStop sleeps and delays of kube-proxy':
		'сколько запросов теряется при удалении Pod: при разном preStop sleep и разных задержках kube-proxy',
	'serve the program as a web page on this machine': 'программа в браузере: запускает сервер страницы на этой машине',
	'port on localhost; 0 takes any free port': 'порт на localhost; 0 берёт любой свободный',
	'write the page as a folder for any static server': 'записать страницу в папку для любого статического сервера',
	'the folder to write; existing files are replaced': 'куда писать; файлы с теми же именами заменяются',
	'serve the simulated API over HTTPS to real kubectl and other clients, until Ctrl-C':
		'отдавать симулированный API по HTTPS настоящему kubectl и другим клиентам до Ctrl-C',
	'port to listen on; 0 takes any free port': 'порт; 0 — любой свободный',
	'address to listen on; by default, only this machine can connect':
		'адрес; по умолчанию подключиться может только эта машина',
	'bearer tokens, one per line: token,user,uid,"group1,group2"':
		'bearer-токены, по одному в строке: token,user,uid,"group1,group2"',
	'speed relative to the wall clock, or max: never wait for simulated time':
		'темп относительно настоящих часов или max: никогда не ждать симулированного времени',
	'hold everything at a matching stop; continue with keys on the screen, or with lines on standard input: step, continue, …':
		'приостановить всё на подходящей остановке; дальше — клавишами на экране или строками на стандартном вводе: step, continue, …',
	'call external servers that webhooks name by URL':
		'обращаться к серверам вне симуляции, которые webhook называют по URL',
	'where to write the kubeconfig for clients': 'куда записать kubeconfig для клиентов',
	'write a recording of the session when it ends': 'записать сеанс после его окончания',
	"keep the users' bearer tokens in the recording; by default, they are replaced":
		'оставить в записи bearer-токены пользователей; иначе они заменяются другим текстом',
	'let an editor attach with `k8s-walkthrough dap`: hold clients, step through their requests, step back':
		'разрешить редактору подключиться через `k8s-walkthrough dap`: приостанавливать клиентов, проходить их запросы по шагам, возвращаться назад',
	'open the debugger on the server: follow clients, hold the server, step through requests':
		'открыть отладчик на сервере: следить за клиентами, приостанавливать их, проходить их запросы по шагам',
	'manifests in YAML or JSON: files, folders, or - for standard input; they are applied before the first client connects':
		'манифесты в YAML или JSON: файлы, папки или - для стандартного ввода; применяются раньше, чем подключится клиент',
	"write programs for KUBEBUILDER_ASSETS: controller-runtime's envtest then runs on the simulation":
		'записать программы для KUBEBUILDER_ASSETS: тогда envtest из controller-runtime работает на симуляции',
	'scenario file for a cluster behind the kube-apiserver (default: the kube-apiserver runs alone)':
		'файл сценария для кластера за kube-apiserver (по умолчанию: он один)',
	'call the webhooks of the suite': 'вызывать webhook из набора тестов',
	'where each kube-apiserver writes a recording of its session when it ends':
		'куда каждый kube-apiserver записывает свой сеанс, когда тот закончится',
	'where to write kube-apiserver, etcd and kubectl': 'куда записать kube-apiserver, etcd и kubectl',
	'the command that the written programs run, with the flags that envtest gives them':
		'что запускают эти программы, с параметрами от envtest',
	'kube-apiserver or etcd, and its flags': 'kube-apiserver или etcd и его параметры',
	'let k8s-walkthrough ctl steer the server: faults, breakpoints, steps, a recording':
		'разрешить k8s-walkthrough ctl управлять сервером: сбои, точки останова, шаги, запись',
	'steer a server that serve --control has started: fault, break, step, continue, wait, stops, export …':
		'управлять сервером, запущенным с serve --control: fault, break, step, continue, wait, stops, export …',
	'the command for the server; help lists all commands': 'что должен сделать сервер; help выводит все слова',
	'the port of the server': 'порт сервера',
	'the control socket of the server, if serve --control names one':
		'его управляющий сокет, если он указан в serve --control',
	'speak the Debug Adapter Protocol on standard input and output, for the debugger in your editor':
		'работать по протоколу Debug Adapter через стандартный ввод и вывод: отладчик в вашем редакторе',
	'check whether the Pods of manifests are admitted, scheduled, started and reachable, and find fixes; for CI, hooks and editors':
		'определить, будут ли Pod из манифестов приняты, размещены, запущены и доступны, и как их исправить; для CI, хуков и редакторов',
	'a manifest file or folder, as in kubectl; may be repeated': 'то же, как у kubectl; можно повторять',
	'include subfolders': 'и вложенные папки',
	'the Kubernetes version of the cluster, such as 1.33 (default: 1.36)':
		'версия Kubernetes кластера, например 1.33 (по умолчанию: 1.36)',
	'the namespace of objects that name none': 'пространство имён объектов, в которых оно не указано',
	'apply as kubectl apply --server-side does': 'применять, как kubectl apply --server-side',
	'create the objects instead of applying them, for generateName':
		'создавать объекты: для тех, у кого есть generateName',
	'a file or folder of objects that the cluster already has, for --then-apply; may be repeated':
		'то, что уже есть в кластере, для --then-apply; файл или папка; можно повторять',
	'an upgrade of the files of --apply, to check acceptance, rollout, lost requests and rollback; may be repeated':
		'обновление того, что дано в --apply: принимается ли оно, завершается ли обновление, какие запросы теряются, работает ли откат; можно повторять',
	'the version of Kubernetes that the files are for, such as 1.33, or a range such as 1.32..1.37 (default: 1.36)':
		'версия Kubernetes, для которой предназначены файлы, например 1.33, или диапазон, например 1.32..1.37 (по умолчанию 1.36)',
	'check again after each change to a file, until Ctrl-C': 'проверять заново после каждого изменения файла, до Ctrl-C',
	'apply in the order given, as kubectl does; by default, namespaces and definitions come first':
		'применять в данном порядке, как kubectl; иначе первыми идут пространства имён и определения',
	'a file or folder with CustomResourceDefinitions of the cluster; may be repeated':
		'CustomResourceDefinition, которые есть в кластере: файл или папка; можно повторять',
	'report undefined kinds as notes, not as errors':
		'о kind, которых не определяет ни один файл, замечание вместо ошибки',
	'scenario file with known images in addition to those of --cluster':
		'файл сценария, образы которого считаются известными вместе с образами --cluster',
	'a file or folder with policies, quotas and limits of the cluster; may be repeated':
		'политики, квоты и лимиты, которые есть в кластере: файл или папка; можно повторять',
	'print only the problems': 'только объекты с ошибками',
	'also print causes, stops, all fixes and skipped files': 'также причины, остановки, все правки и пропущенные файлы',
	'how many clusters to run at the same time (default: one per core)':
		'число одновременных кластеров (по умолчанию: по одному на ядро)',
	'list all possible findings': 'перечислить все возможные находки',
	'explain a finding, such as W012': 'объяснить находку, например W012',
	'the lowest severity that fails the check (default: error)':
		'наименее серьёзная находка, с которой проверка не проходит (по умолчанию: error)',
	'settings: severities, ignored findings with their reasons, cluster, images (default: .k8s-walkthrough.yaml beside the files or above them)':
		'настройки: серьёзность, что не учитывать и почему, кластер, образы (по умолчанию: .k8s-walkthrough.yaml рядом с файлами или выше)',
	'a report of check -o json: its findings no longer count':
		'отчёт check -o json: учитывается только то, чего в нём нет',
	'write the proven fixes to the files; --fix=diff prints a patch for git apply':
		'записать в файлы проверенные исправления; --fix=diff печатает патч для git apply',
	'a folder to render with the installed kustomize or kubectl; may be repeated':
		'папка, манифесты которой собирает установленный kustomize или kubectl; можно повторять',
	'a chart to render with the installed helm: a folder, or a packaged chart (.tgz); may be repeated':
		'чарт, который обрабатывает установленный helm: папка или упакованный чарт (.tgz); можно повторять',
	'values for the chart; may be repeated': 'значения чарта; можно повторять',
	'a value for the chart; may be repeated': 'одно значение чарта; можно повторять',
	'the name of the release (default: release-name)': 'имя выпуска (по умолчанию: release-name)',
	'open at the stop of a check finding, such as W012': 'открыть на остановке находки check, например W012',
	'print a script that completes commands and flags in a shell: source <(k8s-walkthrough completion bash)':
		'напечатать скрипт, который дополняет команды и флаги в оболочке: source <(k8s-walkthrough completion bash)',
	'bash, zsh or fish': 'bash, zsh или fish',
	'take a set of tasks in the domains of an exam; without a name, list the sets':
		'решать набор задач по темам экзамена; без имени показывает наборы',
	'cka, ckad, cks-lite, or a set such as cka-1': 'cka, ckad, cks-lite или набор, например cka-1',
	'the number of the set in that exam': 'номер набора этого экзамена',
	'the seed for names and numbers in the tasks; by default, a new one after each attempt':
		'имена и числа в задачах; по умолчанию после каждой попытки новые',
	'start over, even if an attempt is unfinished': 'начать заново, хотя попытка не окончена',
	'serve the cluster of each task to real kubectl, and take commands on standard input':
		'открыть кластер каждой задачи настоящему kubectl; управление — строками стандартного ввода',
	'grade the unfinished attempt, and print the result':
		'оценить попытку в том виде, в каком она оставлена, и напечатать результат',
	'with --serve: address to listen on': 'с --serve: адрес, который слушает сервер',
	'with --serve: where to write the kubeconfig': 'с --serve: куда записать kubeconfig',
	'language of the tasks: $LANGUAGES': 'язык задач: $LANGUAGES',
};
