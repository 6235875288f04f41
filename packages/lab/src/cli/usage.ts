/** Shown by `help` and after a wrong command line. */
export const usage = `Usage: npm run lab -- COMMAND [OPTIONS]

  up       bring the lab up, or finish one that was interrupted; prints how to reach it
             --subnet 10.77.0.0/24    the lab's network
             --with mysql,router,haproxy   what runs on the hosts ('none': only hosts with sshd)
             --hosts db1,db2,…        which hosts exist
             --expel SECONDS          group_replication_member_expel_timeout (0)
  down     take it away: processes, mounts, namespaces, interfaces, cgroups and files
  status   what every host is and runs now            --json
  shell HOST            a root shell on a host
  exec HOST -- CMD …    run a command as root on a host

Every command takes --name NAME for a lab other than 'default', so that labs live side by side
(give each its own --subnet). PRIMACY_LAB_DIR says where labs and root file systems are kept.`;
