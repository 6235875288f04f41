/** True when two thirds of a certificate's time have passed. */
export function isRenewalDue(
  certificate: { readonly notBefore: Date; readonly notAfter: Date },
  now: Date,
): boolean {
  const start = certificate.notBefore.getTime();
  const end = certificate.notAfter.getTime();
  return now.getTime() >= start + ((end - start) * 2) / 3;
}
