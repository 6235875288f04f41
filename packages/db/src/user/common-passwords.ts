/** Passwords of ten and more characters that attackers try first, in lower case without punctuation. */
export const commonPasswords: ReadonlySet<string> = new Set(
  `
  1234567890 0987654321 12345678910 1234567891 123456789a a123456789 0123456789 1q2w3e4r5t 1q2w3e4r5t6y
  qwertyuiop qwerty12345 qwerty123456 asdfghjkl1 1qaz2wsx3edc qazwsxedcr zaq12wsxcde q1w2e3r4t5 qwe123qwe123
  password12 password123 password1234 password12345 passw0rd12 passw0rd123 p4ssw0rd123 mypassword mypassword1
  password2024 password2025 password2026 changeme12 changeme123 changeme1234 letmein123 letmein1234
  welcome123 welcome1234 welcome2024 welcome2025 welcome2026 iloveyou12 iloveyou123 sunshine12 sunshine123
  princess12 princess123 football12 football123 baseball12 baseball123 superman12 superman123 batman12345
  trustno1234 whatever12 whatever123 dragon12345 monkey12345 abcd123456 abc1234567 abcdef1234 a1b2c3d4e5
  administrator administrator1 admin12345 admin123456 admin1234567 adminadmin administrator123 root123456
  rootroot12 rootroot123 toor123456 mysql12345 mysql123456 database123 postgres123 postgres1234 oracle12345
  primacy123 primacy1234 primacy12345 primacyprimacy test123456 testtest12 testtest123 guest12345 guest123456
  default123 secret1234 secret12345 company123 manager123 operator123 operator1234 service123 summer2024
  summer2025 summer2026 winter2024 winter2025 winter2026 spring2026 autumn2026 september1 woaini1314 woaini520
  woaini1314520 5201314520 1314520520 qq123456789 aa123456789 asd123456789 zxcvbnm123 asdfasdfasdf
  correcthorsebatterystaple
  `
    .split(/\s+/)
    .filter((word) => word !== ""),
);
